var searchData=
[
  ['_7edurablerun_0',['~DurableRun',['../classremap_1_1DurableRun.html#aafc09e55f91544e7d6b6d6df0b5617a7',1,'remap::DurableRun']]],
  ['_7emachineteacher_1',['~MachineTeacher',['../classremap_1_1MachineTeacher.html#a249284877642f3459b31fda5ea3a2b39',1,'remap::MachineTeacher']]],
  ['_7eprocessteacher_2',['~ProcessTeacher',['../classremap_1_1ProcessTeacher.html#a16843ed158c4771cddeda7fc92e5b67b',1,'remap::ProcessTeacher']]],
  ['_7esession_3',['~Session',['../classremap_1_1Session.html#a377db89354a58bfd1e72591f9200af8d',1,'remap::Session']]],
  ['_7esessionwatcher_4',['~SessionWatcher',['../classremap_1_1SessionWatcher.html#a68b885fd8fdd6f4fde47be531f2a01b0',1,'remap::SessionWatcher']]],
  ['_7eteacher_5',['~Teacher',['../classremap_1_1Teacher.html#ae0dc724b131e19914ddf049196752050',1,'remap::Teacher']]],
  ['_7evalueteacher_6',['~ValueTeacher',['../classremap_1_1ValueTeacher.html#a92192539e7adcccd3d64192df9fe9a91',1,'remap::ValueTeacher']]]
];
