var searchData=
[
  ['determinise_0',['determinise',['../namespaceremap.html#ad85819ff2fae763a256d50fb36108494',1,'remap']]],
  ['disagreement_1',['disagreement',['../namespaceremap.html#ae84778f88745b30762e38341d669ee46',1,'remap']]],
  ['done_2',['done',['../classremap_1_1ProcessTeacher.html#acde562a9bd311a381650b99240cb9b9d',1,'remap::ProcessTeacher']]],
  ['drive_3',['drive',['../namespaceremap.html#a0c5cfdb4a1139589237f5ffcaf1d4349',1,'remap']]],
  ['durablerun_4',['DurableRun',['../classremap_1_1DurableRun.html#a0238cc0825d807cb488a324cfabf288f',1,'remap::DurableRun']]]
];
