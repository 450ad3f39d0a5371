var searchData=
[
  ['judges_0',['judges',['../classremap_1_1ProcessTeacher.html#a33b197194db250b1f90ef17bba24ce4c',1,'remap::ProcessTeacher::judges()'],['../classremap_1_1Teacher.html#ab512314ff1c72f3b8dee02c62235a01c',1,'remap::Teacher::judges()'],['../classremap_1_1JudgingTeacher.html#aa9ac8244cdcc03e4fa58db5931e870de',1,'remap::JudgingTeacher::judges()']]]
];
