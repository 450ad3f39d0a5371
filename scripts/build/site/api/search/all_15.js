var searchData=
[
  ['valuation_0',['valuation',['../structremap_1_1SessionOptions.html#a45e94af5c667c51cbc8554acbd2d7cf7',1,'remap::SessionOptions']]],
  ['valuationkind_1',['ValuationKind',['../namespaceremap.html#a3509fe1b63caf3b4f9c26eefebe8c5e8',1,'remap']]],
  ['value_2',['value',['../structremap_1_1Feedback.html#ab70c4ef2e14cdbc547aea7793ccee771a2063c1608d6e0baf80249c42e2be5804',1,'remap::Feedback::value()'],['../namespaceremap.html#a3974a40bb3aa11958c58966140add3e1a2063c1608d6e0baf80249c42e2be5804',1,'remap::value()']]],
  ['value_5fteacher_3',['value_teacher',['../classremap_1_1MachineTeacher.html#a6a8d97832bb17bb65d1ed73214fb70c4',1,'remap::MachineTeacher::value_teacher()'],['../classremap_1_1Teacher.html#a6d660b8d78e073f67332105819714674',1,'remap::Teacher::value_teacher()']]],
  ['values_4',['values',['../structremap_1_1Request.html#a2fc48ac008ff39acd637a578e31c5a30',1,'remap::Request::values()'],['../structremap_1_1SessionCounts.html#ac20db360d639e83e2190ec5d1e9c4d36',1,'remap::SessionCounts::values()'],['../classremap_1_1MachineTeacher.html#a7c5ddd9c55d4790d963d73bc7b433da1',1,'remap::MachineTeacher::values()'],['../classremap_1_1ValueTeacher.html#ae49984515593d54083c5170253e5ce0d',1,'remap::ValueTeacher::values()'],['../structremap_1_1Request.html#a285a751e6965b7b96e5f5114fa230374af09cc7ee3a9a93273f4b80601cafb00c',1,'remap::Request::values()']]],
  ['valueteacher_5',['ValueTeacher',['../classremap_1_1ValueTeacher.html',1,'remap']]],
  ['version_6',['version',['../structremap_1_1SessionHead.html#a3f89e0d995d3feb5e3a1b72e4931908d',1,'remap::SessionHead']]]
];
