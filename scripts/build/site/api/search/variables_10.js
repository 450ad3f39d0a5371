var searchData=
[
  ['samples_0',['samples',['../structremap_1_1SessionOptions.html#a1e02d09f5eb9f73267d45b793da10e27',1,'remap::SessionOptions']]],
  ['seconds_1',['seconds',['../structremap_1_1RunResult.html#a1df761262c71f6c944ffcac843df16fa',1,'remap::RunResult']]],
  ['seed_2',['seed',['../structremap_1_1SessionOptions.html#a96b7412f6165c251b8d6dc736f88865d',1,'remap::SessionOptions::seed()'],['../structremap_1_1SamplingOptions.html#aa682d295a03574c37d707faf47f4469e',1,'remap::SamplingOptions::seed()']]],
  ['set_3',['set',['../structremap_1_1MethodSetting.html#a30e544eba965fa77d9e3379a35cb968e',1,'remap::MethodSetting']]],
  ['settings_4',['settings',['../structremap_1_1SessionHead.html#aaca20907622550dbaf65bd691d0a7a02',1,'remap::SessionHead']]],
  ['size_5',['size',['../structremap_1_1SamplingOptions.html#a8a646abbea14f0706fd4d36f909935e9',1,'remap::SamplingOptions']]],
  ['states_6',['states',['../structremap_1_1RandomMachineShape.html#a3d76fd87130fc6d5aeec2294d2587491',1,'remap::RandomMachineShape::states()'],['../structremap_1_1RewardMachine.html#a3aa5ec42700dfa733be7e730ebf544c2',1,'remap::RewardMachine::states()']]],
  ['stop_7',['stop',['../structremap_1_1SessionOptions.html#af36c81a861052cb98145d36aa00b3e18',1,'remap::SessionOptions::stop()'],['../structremap_1_1SamplingOptions.html#ae9aab405ffe2fbd1fe15a6c7b314a20e',1,'remap::SamplingOptions::stop()']]]
];
