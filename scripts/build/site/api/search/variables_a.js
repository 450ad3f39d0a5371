var searchData=
[
  ['later_0',['later',['../structremap_1_1MethodSetting.html#a8d0cddadee22e7b61b5b8f8de06679fe',1,'remap::MethodSetting']]],
  ['learner_1',['learner',['../structremap_1_1SessionOptions.html#af9643f1834639c89c855bc45c10f3e18',1,'remap::SessionOptions']]],
  ['left_2',['left',['../structremap_1_1Comparison.html#a56f6251c9a76f8d367a81b39ca9e117d',1,'remap::Comparison']]],
  ['letters_3',['letters',['../structremap_1_1RandomMachineShape.html#a60e2f9d0fc6163e3121b7c9d6c28df04',1,'remap::RandomMachineShape']]],
  ['line_4',['line',['../structremap_1_1TextPosition.html#a34b3715993b964df4f1fe46cedce73b7',1,'remap::TextPosition']]],
  ['log_5fseconds_5',['log_seconds',['../structremap_1_1RunResult.html#a1429b78aeb2c7afed244cff4488ecbc4',1,'remap::RunResult']]]
];
