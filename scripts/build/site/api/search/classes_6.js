var searchData=
[
  ['judgingteacher_0',['JudgingTeacher',['../classremap_1_1JudgingTeacher.html',1,'remap']]]
];
