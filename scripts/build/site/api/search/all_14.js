var searchData=
[
  ['undefined_0',['Undefined',['../structremap_1_1Undefined.html',1,'remap']]],
  ['unit_1',['unit',['../classremap_1_1Random.html#aef84661f70c0f9f408222f675142d1aa',1,'remap::Random']]],
  ['unsettled_2',['Unsettled',['../classremap_1_1Unsettled.html',1,'remap::Unsettled'],['../classremap_1_1Unsettled.html#a62e1a997b07608ffdc5120ee6d202a56',1,'remap::Unsettled::Unsettled()']]],
  ['unsure_3',['unsure',['../structremap_1_1SessionCounts.html#a9a232eed45521d672995c9b8afcfddc4',1,'remap::SessionCounts::unsure()'],['../namespaceremap.html#a539785bdae590541fc2301faaba89f44a4ead89a729f99aa25f74f0ddc3c6dbe2',1,'remap::unsure()']]]
];
