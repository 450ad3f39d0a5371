var searchData=
[
  ['table_0',['table',['../namespaceremap.html#a0471b4380ffa453784a540aaae02f891aaab9e1de16f38176f86d7a92ba337a8d',1,'remap']]],
  ['text_1',['text',['../namespaceremap.html#ae9b1e307dc15633c23cf271621aada68a1cb251ec0d568de6a929b520c4aed8d1',1,'remap']]],
  ['tour_2',['tour',['../namespaceremap.html#a0471b4380ffa453784a540aaae02f891af0a4025b3b49b3e256004503ee31df8c',1,'remap']]],
  ['tree_3',['tree',['../namespaceremap.html#a0471b4380ffa453784a540aaae02f891ac0af77cf8294ff93a5cdb2963ca9f038',1,'remap']]]
];
