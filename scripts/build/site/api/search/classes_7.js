var searchData=
[
  ['learned_0',['Learned',['../structremap_1_1Learned.html',1,'remap']]]
];
