var searchData=
[
  ['random_0',['Random',['../classremap_1_1Random.html',1,'remap']]],
  ['randommachineshape_1',['RandomMachineShape',['../structremap_1_1RandomMachineShape.html',1,'remap']]],
  ['readoptions_2',['ReadOptions',['../structremap_1_1ReadOptions.html',1,'remap']]],
  ['request_3',['Request',['../structremap_1_1Request.html',1,'remap']]],
  ['rewardmachine_4',['RewardMachine',['../structremap_1_1RewardMachine.html',1,'remap']]],
  ['rewardtransition_5',['RewardTransition',['../structremap_1_1RewardTransition.html',1,'remap']]],
  ['runresult_6',['RunResult',['../structremap_1_1RunResult.html',1,'remap']]]
];
