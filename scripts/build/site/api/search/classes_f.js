var searchData=
[
  ['valueteacher_0',['ValueTeacher',['../classremap_1_1ValueTeacher.html',1,'remap']]]
];
