var searchData=
[
  ['parseerror_0',['ParseError',['../classremap_1_1ParseError.html',1,'remap']]],
  ['processteacher_1',['ProcessTeacher',['../classremap_1_1ProcessTeacher.html',1,'remap']]],
  ['processteacheroptions_2',['ProcessTeacherOptions',['../structremap_1_1ProcessTeacherOptions.html',1,'remap']]]
];
