var searchData=
[
  ['by_5forder_0',['by_order',['../structremap_1_1EquivalenceQuestion.html#a2496e5764688058b1d9cb28392954801',1,'remap::EquivalenceQuestion']]]
];
