var searchData=
[
  ['ids_0',['ids',['../classremap_1_1AskedWords.html#ac639ce8b84a1474319bd0b590e932e99',1,'remap::AskedWords']]],
  ['index_1',['index',['../namespaceremap.html#ac674f2f1dd22871cec5a48869741b12b',1,'remap']]],
  ['initial_2',['initial',['../classremap_1_1MealyMachine.html#a58e793c78069970a7ed2219ccd1bd12a',1,'remap::MealyMachine::initial()'],['../classremap_1_1MooreMachine.html#a3d1d637216ee99e3cb09a9315032d19f',1,'remap::MooreMachine::initial()']]],
  ['is_5fminimal_3',['is_minimal',['../namespaceremap.html#a7a5a1ec01b5be4e136e2800ae13a8e48',1,'remap']]],
  ['is_5fproposition_5fname_4',['is_proposition_name',['../namespaceremap.html#a72078bcbd91d2a0b8877704c60ee8904',1,'remap']]],
  ['is_5fterminal_5',['is_terminal',['../structremap_1_1RewardMachine.html#a3cd681fbc38212201be80f9636f4b02a',1,'remap::RewardMachine']]],
  ['isomorphic_6',['isomorphic',['../namespaceremap.html#aa6eb26e4d2a85a1f65c48f04656afe9a',1,'remap']]]
];
