var searchData=
[
  ['without_5flog_0',['without_log',['../classremap_1_1DurableRun.html#a73d9536db3574e1371baf1facc612117',1,'remap::DurableRun']]],
  ['word_1',['word',['../classremap_1_1AskedWords.html#a63075c7fb431b629bb8d55a8865e202d',1,'remap::AskedWords']]],
  ['words_2',['words',['../classremap_1_1Comparisons.html#a9ef5258ae96a1b685289ad72f4967366',1,'remap::Comparisons::words()'],['../classremap_1_1AskedWords.html#ac09dfa3bd182a1c0348eef80a67f88bb',1,'remap::AskedWords::words()']]],
  ['write_5fmachine_5ffile_3',['write_machine_file',['../namespaceremap.html#a61b6c53dd5a739f904f221c58c21495c',1,'remap']]],
  ['write_5fmethod_4',['write_method',['../namespaceremap.html#a75f232b226ef23e5fc23a4c00ae4a02e',1,'remap']]]
];
