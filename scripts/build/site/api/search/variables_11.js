var searchData=
[
  ['teacher_0',['teacher',['../structremap_1_1SessionHead.html#adc3bba287dc55d9ee7a05e8e69d3cf0a',1,'remap::SessionHead']]],
  ['terminal_1',['terminal',['../structremap_1_1RewardMachine.html#a4c8d2a54867ce6a0de6d2cb5ae52e9a3',1,'remap::RewardMachine']]],
  ['title_2',['title',['../structremap_1_1Task.html#a23bbcd9b722f44072727d7bd9732693e',1,'remap::Task']]],
  ['to_3',['to',['../structremap_1_1MealyMachine_1_1Step.html#a7697f443e3cab79f5c923b44607f7b6a',1,'remap::MealyMachine::Step::to()'],['../structremap_1_1RewardTransition.html#a9d4f46c08cade6e1e0ef530338db1b3a',1,'remap::RewardTransition::to()']]],
  ['topic_4',['topic',['../structremap_1_1MethodSetting.html#ab68ccae56e5ade54c8a0fd2e127dea8f',1,'remap::MethodSetting']]],
  ['transitions_5',['transitions',['../structremap_1_1RewardMachine.html#a15b622e61584b869373c3301b8e808c8',1,'remap::RewardMachine']]]
];
