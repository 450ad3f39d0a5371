var searchData=
[
  ['decides_0',['decides',['../structremap_1_1MethodSetting.html#ab9ce515af8391d2d249e43826a0e0ec4',1,'remap::MethodSetting']]],
  ['delta_1',['delta',['../structremap_1_1SampleSize.html#afe37d3ff1da4251248bbb3af5e3c4601',1,'remap::SampleSize']]],
  ['depth_5ffirst_2',['depth_first',['../namespaceremap.html#a14cd5378ea6f553b17c6bd192058cf90af429afb7519cbdf07efd94dad1569353',1,'remap']]],
  ['determinise_3',['determinise',['../namespaceremap.html#ad85819ff2fae763a256d50fb36108494',1,'remap']]],
  ['direct_4',['direct',['../namespaceremap.html#a3509fe1b63caf3b4f9c26eefebe8c5e8a7caa701b2bd5a182b80c72b9bdf88e2d',1,'remap']]],
  ['disagreement_5',['disagreement',['../namespaceremap.html#ae84778f88745b30762e38341d669ee46',1,'remap']]],
  ['done_6',['done',['../classremap_1_1ProcessTeacher.html#acde562a9bd311a381650b99240cb9b9d',1,'remap::ProcessTeacher::done()'],['../structremap_1_1Request.html#a285a751e6965b7b96e5f5114fa230374a6b2ded51d81a4403d8a4bd25fa1e57ee',1,'remap::Request::done()']]],
  ['dot_7',['dot',['../namespaceremap.html#ae9b1e307dc15633c23cf271621aada68a69eb76c88557a8211cbfc9beda5fc062',1,'remap']]],
  ['drive_8',['drive',['../namespaceremap.html#a0c5cfdb4a1139589237f5ffcaf1d4349',1,'remap']]],
  ['durable_5frun_2ehpp_9',['durable_run.hpp',['../durable__run_8hpp.html',1,'']]],
  ['durablerun_10',['DurableRun',['../classremap_1_1DurableRun.html#a0238cc0825d807cb488a324cfabf288f',1,'remap::DurableRun::DurableRun()'],['../classremap_1_1DurableRun.html',1,'remap::DurableRun']]]
];
