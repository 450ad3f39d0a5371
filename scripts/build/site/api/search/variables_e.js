var searchData=
[
  ['parameters_0',['parameters',['../structremap_1_1Family.html#af40de41f66a42df9de14e048969a1550',1,'remap::Family']]],
  ['patience_1',['patience',['../structremap_1_1ProcessTeacherOptions.html#a99665cf09fa4a01ca52f31c897ca944c',1,'remap::ProcessTeacherOptions']]],
  ['positive_2',['positive',['../structremap_1_1Cube.html#a7360a8ad6c075bfebc4c2eef5fd38f35',1,'remap::Cube']]],
  ['propositions_3',['propositions',['../structremap_1_1RewardMachine.html#ac4ab2e4b7257f8d68ffa5d41d13fed07',1,'remap::RewardMachine']]]
];
