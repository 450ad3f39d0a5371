var searchData=
[
  ['pairs_0',['pairs',['../classremap_1_1Comparisons.html#a293792db9bb0a154a8a5618b4fd84d22',1,'remap::Comparisons']]],
  ['paper_1',['paper',['../structremap_1_1SessionOptions.html#a67f447ac37e76c6c4e8be8280a58fdf3',1,'remap::SessionOptions']]],
  ['parse_5fformula_2',['parse_formula',['../namespaceremap.html#a96536c13e73167731cbe74028eaa234f',1,'remap']]],
  ['parse_5flist_3',['parse_list',['../classremap_1_1Outputs.html#acc89411abc3a4de9ac438773c3b557c9',1,'remap::Outputs']]],
  ['parse_5fmachine_4',['parse_machine',['../namespaceremap.html#a71efa2fc9d0b4b2c5afa82733d7383d9',1,'remap']]],
  ['parse_5fnumber_5',['parse_number',['../namespaceremap.html#a3f29c2e86a6aa0bb27184eec46c6e427',1,'remap']]],
  ['parse_5fword_6',['parse_word',['../namespaceremap.html#aad057c964579be3812416b131e3d3a97',1,'remap']]],
  ['parseerror_7',['ParseError',['../classremap_1_1ParseError.html#a40fc7d1d71f2f3930a0238117a05b7af',1,'remap::ParseError']]],
  ['path_8',['path',['../classremap_1_1DurableRun.html#aca110f255f87bd993d7024c09a9ba732',1,'remap::DurableRun']]],
  ['plain_9',['plain',['../classremap_1_1Alphabet.html#aa79761354b73a731415c26ac4417c6a5',1,'remap::Alphabet']]],
  ['position_10',['position',['../classremap_1_1ParseError.html#addd860f84e237fe1c34ae6f23c7d8256',1,'remap::ParseError']]],
  ['power_5fset_11',['power_set',['../classremap_1_1Alphabet.html#aaa61ce1120774b59dbe41180b9a02317',1,'remap::Alphabet']]],
  ['preset_5fchoices_12',['preset_choices',['../namespaceremap.html#a321849243388fa9706539ba33eb773fa',1,'remap']]],
  ['preset_5fmethod_13',['preset_method',['../namespaceremap.html#a384d8f4592113cee5747c19346d5f802',1,'remap']]],
  ['processteacher_14',['ProcessTeacher',['../classremap_1_1ProcessTeacher.html#abb308cb9b417f52b897967234926a219',1,'remap::ProcessTeacher::ProcessTeacher(const ProcessTeacher &amp;)=delete'],['../classremap_1_1ProcessTeacher.html#ad41ea63284280a3cefe086e6945206ac',1,'remap::ProcessTeacher::ProcessTeacher(ProcessTeacherOptions options, Alphabet alphabet, std::optional&lt; Outputs &gt; outputs)']]],
  ['propositional_15',['propositional',['../classremap_1_1Alphabet.html#a89608283c05ae18d560df00521deb404',1,'remap::Alphabet']]],
  ['propositions_16',['propositions',['../classremap_1_1Alphabet.html#a08501ce4a0ffa86f1215171e26abacf5',1,'remap::Alphabet']]],
  ['propositions_5fin_17',['propositions_in',['../namespaceremap.html#add8ea61580dc1d1f97bed8356f6dacd7',1,'remap']]]
];
