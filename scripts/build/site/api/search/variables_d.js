var searchData=
[
  ['on_5fwait_0',['on_wait',['../structremap_1_1ProcessTeacherOptions.html#ae45a44647099971e0ef9dd0bdbce5ab7',1,'remap::ProcessTeacherOptions']]],
  ['order_1',['order',['../structremap_1_1MachineTeacherOptions.html#ae213ff1c0742b21973f5ae7f5ea111b4',1,'remap::MachineTeacherOptions']]],
  ['original_2',['original',['../structremap_1_1Task.html#a29418e276fead14047cbd8154de1ce4a',1,'remap::Task']]],
  ['output_3',['output',['../structremap_1_1MealyMachine_1_1Step.html#af0fa611410730c493f0a4796e2ef0373',1,'remap::MealyMachine::Step::output()'],['../structremap_1_1Undefined.html#a06e95934badddf868c6ed03412580501',1,'remap::Undefined::output()']]],
  ['outputs_4',['outputs',['../structremap_1_1RandomMachineShape.html#a0bcf709f455797cfe2d6b3fa121350a7',1,'remap::RandomMachineShape::outputs()'],['../structremap_1_1SessionHead.html#a110571240206aae6d0c8c76f5e1dd319',1,'remap::SessionHead::outputs()'],['../structremap_1_1Feedback.html#af710c4a21dd4884ed14ae0184236a184',1,'remap::Feedback::outputs()']]]
];
