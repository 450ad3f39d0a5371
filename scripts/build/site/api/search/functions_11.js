var searchData=
[
  ['unit_0',['unit',['../classremap_1_1Random.html#aef84661f70c0f9f408222f675142d1aa',1,'remap::Random']]],
  ['unsettled_1',['Unsettled',['../classremap_1_1Unsettled.html#a62e1a997b07608ffdc5120ee6d202a56',1,'remap::Unsettled']]]
];
