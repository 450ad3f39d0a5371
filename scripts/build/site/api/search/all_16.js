var searchData=
[
  ['warn_0',['warn',['../structremap_1_1ReadOptions.html#a41c7c4ff63d165e8d38a210c1c2faf88',1,'remap::ReadOptions']]],
  ['warn_1',['Warn',['../namespaceremap.html#ac4be5da0d75c7eebef36343fa9fabe0a',1,'remap']]],
  ['whole_2',['whole',['../structremap_1_1MethodSetting.html#a80c95b57d86b2ed6788560449046ced3a356c9ee60e9da05301adc3bd96f6b383',1,'remap::MethodSetting']]],
  ['without_5flog_3',['without_log',['../classremap_1_1DurableRun.html#a73d9536db3574e1371baf1facc612117',1,'remap::DurableRun']]],
  ['word_4',['word',['../classremap_1_1AskedWords.html#a63075c7fb431b629bb8d55a8865e202d',1,'remap::AskedWords']]],
  ['word_5',['Word',['../namespaceremap.html#ac4cc6a36d1df971e1a58892af9e18ad8',1,'remap']]],
  ['wordid_6',['WordId',['../namespaceremap.html#a8f4e9c8c76b4b5116159cfbdbc59e697',1,'remap']]],
  ['words_7',['words',['../structremap_1_1EquivalenceQuestion.html#a58d39df965dfcdd47026778f33a60bbc',1,'remap::EquivalenceQuestion::words()'],['../structremap_1_1SessionCounts.html#a31503df0160e59ecf2eae857c68e926c',1,'remap::SessionCounts::words()'],['../classremap_1_1Comparisons.html#a9ef5258ae96a1b685289ad72f4967366',1,'remap::Comparisons::words()'],['../classremap_1_1AskedWords.html#ac09dfa3bd182a1c0348eef80a67f88bb',1,'remap::AskedWords::words()']]],
  ['world_8',['world',['../structremap_1_1Task.html#ae3fcd997239bee38a90212b0d4930c0e',1,'remap::Task']]],
  ['worldname_9',['WorldName',['../namespaceremap.html#aba3e3ab99698449d911e55d1d6ab7cc9',1,'remap']]],
  ['write_5fmachine_5ffile_10',['write_machine_file',['../namespaceremap.html#a61b6c53dd5a739f904f221c58c21495c',1,'remap']]],
  ['write_5fmethod_11',['write_method',['../namespaceremap.html#a75f232b226ef23e5fc23a4c00ae4a02e',1,'remap']]]
];
