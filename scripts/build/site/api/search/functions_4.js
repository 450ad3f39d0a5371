var searchData=
[
  ['empty_0',['empty',['../classremap_1_1Comparisons.html#a9dae3179f487f8761b5daf7a85b5fd02',1,'remap::Comparisons::empty()'],['../classremap_1_1AskedWords.html#a185cfbd9bba901db54064e6efd14c504',1,'remap::AskedWords::empty()']]],
  ['enable_5fz3_1',['enable_z3',['../namespaceremap.html#a3f88928e3ed401219474edf32858c392',1,'remap']]],
  ['end_2',['end',['../classremap_1_1Comparisons.html#ad4fb1631167ba314728d73e5b6b387d4',1,'remap::Comparisons::end()'],['../classremap_1_1AskedWords.html#a2d48c7c52e57ac431d39cb4a08075c83',1,'remap::AskedWords::end()']]],
  ['engine_3',['engine',['../classremap_1_1Session.html#afe2d1335212ce57ca292f60861ade111',1,'remap::Session']]],
  ['equivalence_4',['equivalence',['../classremap_1_1MachineTeacher.html#a1f692d9dc875ed7af1e928c86e7847b0',1,'remap::MachineTeacher::equivalence()'],['../classremap_1_1ProcessTeacher.html#aa96d76c18541955c7e019106747c5935',1,'remap::ProcessTeacher::equivalence()'],['../classremap_1_1SamplingTeacher.html#af8c4234135a026e986c32c849803844d',1,'remap::SamplingTeacher::equivalence()'],['../classremap_1_1Teacher.html#a2ee3868e52429d26fb6d5e987e6718bf',1,'remap::Teacher::equivalence()'],['../classremap_1_1JudgingTeacher.html#a1bcc4e132d68bbe44b41e565776004de',1,'remap::JudgingTeacher::equivalence()']]],
  ['equivalence_5fquestion_5',['equivalence_question',['../classremap_1_1Session.html#a0a1575738f5c7d25ce2bac78357a497f',1,'remap::Session']]]
];
