var searchData=
[
  ['durablerun_0',['DurableRun',['../classremap_1_1DurableRun.html',1,'remap']]]
];
