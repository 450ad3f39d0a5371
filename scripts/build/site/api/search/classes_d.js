var searchData=
[
  ['task_0',['Task',['../structremap_1_1Task.html',1,'remap']]],
  ['teacher_1',['Teacher',['../classremap_1_1Teacher.html',1,'remap']]],
  ['teacherfailure_2',['TeacherFailure',['../classremap_1_1TeacherFailure.html',1,'remap']]],
  ['textposition_3',['TextPosition',['../structremap_1_1TextPosition.html',1,'remap']]],
  ['toofewoutputs_4',['TooFewOutputs',['../classremap_1_1TooFewOutputs.html',1,'remap']]]
];
