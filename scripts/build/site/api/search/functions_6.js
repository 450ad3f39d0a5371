var searchData=
[
  ['head_0',['head',['../classremap_1_1DurableRun.html#a6b00ab8fd31523d7c12312af35636b09',1,'remap::DurableRun']]],
  ['holds_1',['holds',['../structremap_1_1Cube.html#a91a449ecb92dec516fe6090e942b9cda',1,'remap::Cube::holds()'],['../classremap_1_1Formula.html#af097aed47ef126288b05288663efc91a',1,'remap::Formula::holds()']]]
];
