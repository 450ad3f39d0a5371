var searchData=
[
  ['machine_0',['machine',['../structremap_1_1EquivalenceQuestion.html#a7376def2287e755d24587e25a5e2f7d3',1,'remap::EquivalenceQuestion::machine()'],['../structremap_1_1RunResult.html#a8970926ec303e8117c14a1a89f5f3cf3',1,'remap::RunResult::machine()'],['../structremap_1_1Learned.html#a8173b1d3cfb10d5eee831f61532d9e9e',1,'remap::Learned::machine()'],['../structremap_1_1Task.html#a448c0d8f77d3b55d265b69ebb1f71db7',1,'remap::Task::machine()']]],
  ['machine_5ftext_1',['machine_text',['../structremap_1_1ProcessTeacherOptions.html#ae6313b0cf19cbd3cc44ff794d67317e3',1,'remap::ProcessTeacherOptions']]]
];
