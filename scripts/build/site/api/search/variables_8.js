var searchData=
[
  ['initial_0',['initial',['../structremap_1_1RewardMachine.html#ab742175da12597a7c190bcaf4912c214',1,'remap::RewardMachine']]]
];
