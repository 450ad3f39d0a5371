var searchData=
[
  ['value_5fteacher_0',['value_teacher',['../classremap_1_1MachineTeacher.html#a6a8d97832bb17bb65d1ed73214fb70c4',1,'remap::MachineTeacher::value_teacher()'],['../classremap_1_1Teacher.html#a6d660b8d78e073f67332105819714674',1,'remap::Teacher::value_teacher()']]],
  ['values_1',['values',['../classremap_1_1MachineTeacher.html#a7c5ddd9c55d4790d963d73bc7b433da1',1,'remap::MachineTeacher::values()'],['../classremap_1_1ValueTeacher.html#ae49984515593d54083c5170253e5ce0d',1,'remap::ValueTeacher::values()']]]
];
