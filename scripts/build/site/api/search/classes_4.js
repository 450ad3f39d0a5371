var searchData=
[
  ['family_0',['Family',['../structremap_1_1Family.html',1,'remap']]],
  ['feedback_1',['Feedback',['../structremap_1_1Feedback.html',1,'remap']]],
  ['formula_2',['Formula',['../classremap_1_1Formula.html',1,'remap']]],
  ['functionteacher_3',['FunctionTeacher',['../classremap_1_1FunctionTeacher.html',1,'remap']]]
];
