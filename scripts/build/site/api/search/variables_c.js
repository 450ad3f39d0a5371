var searchData=
[
  ['name_0',['name',['../structremap_1_1Family.html#a88bb95fa47e77d28b5b8619a63321c9b',1,'remap::Family::name()'],['../structremap_1_1SettingChoice.html#a9377337ab992676b24e85ec7e2d64909',1,'remap::SettingChoice::name()'],['../structremap_1_1MethodSetting.html#af3b97a1746e699b500709dbcde422d80',1,'remap::MethodSetting::name()'],['../structremap_1_1Task.html#a95ff27bb7cd425514524b131781cee7c',1,'remap::Task::name()']]],
  ['negative_1',['negative',['../structremap_1_1Cube.html#ae421d65d9f0d8d11a7ec4d55cfda300b',1,'remap::Cube']]],
  ['no_5fanswer_2',['no_answer',['../namespaceremap.html#a46ed63215cf8a0fa5519c594baeb21b5',1,'remap']]],
  ['no_5fid_3',['no_id',['../namespaceremap.html#a85a98d138cd457f7a3d368c2aadb2393',1,'remap']]],
  ['no_5fletter_4',['no_letter',['../namespaceremap.html#a8ce5ef3f8ff5153274bad72d550a3c57',1,'remap']]],
  ['no_5foutput_5',['no_output',['../namespaceremap.html#a779a4ce61bc0bcea94947114ebce37b1',1,'remap']]],
  ['no_5fstate_6',['no_state',['../namespaceremap.html#aa44b7e22022ffa76b785f5185cfb4a25',1,'remap']]],
  ['no_5fword_7',['no_word',['../namespaceremap.html#a7a92ca27744ce6e69f9185e5124fe2fd',1,'remap']]],
  ['number_8',['number',['../structremap_1_1EquivalenceQuestion.html#ada7a90e8fdb910838893ed41eaf46cbb',1,'remap::EquivalenceQuestion::number()'],['../structremap_1_1Task.html#a1e79d2a00bed78b2ea7dd37d47b0d284',1,'remap::Task::number()']]]
];
