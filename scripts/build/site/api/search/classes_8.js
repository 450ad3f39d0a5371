var searchData=
[
  ['machineteacher_0',['MachineTeacher',['../classremap_1_1MachineTeacher.html',1,'remap']]],
  ['machineteacheroptions_1',['MachineTeacherOptions',['../structremap_1_1MachineTeacherOptions.html',1,'remap']]],
  ['mealymachine_2',['MealyMachine',['../classremap_1_1MealyMachine.html',1,'remap']]],
  ['method_3',['Method',['../structremap_1_1Method.html',1,'remap']]],
  ['methodsetting_4',['MethodSetting',['../structremap_1_1MethodSetting.html',1,'remap']]],
  ['misuse_5',['Misuse',['../classremap_1_1Misuse.html',1,'remap']]],
  ['mooremachine_6',['MooreMachine',['../classremap_1_1MooreMachine.html',1,'remap']]]
];
