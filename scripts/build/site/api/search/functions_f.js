var searchData=
[
  ['same_5fquestions_0',['same_questions',['../namespaceremap.html#a0321c99602e7899c2493ad5f135a7553',1,'remap']]],
  ['sample_5fword_1',['sample_word',['../namespaceremap.html#ae2fdf5886fbf8dbfec927717988b8d7c',1,'remap']]],
  ['samples_5fwords_2',['samples_words',['../namespaceremap.html#af953902bb9b59609f9845e5ba5a51a37',1,'remap']]],
  ['samplingteacher_3',['SamplingTeacher',['../classremap_1_1SamplingTeacher.html#a48504040924a51183de29cecadce1eac',1,'remap::SamplingTeacher']]],
  ['sentence_4',['sentence',['../classremap_1_1ParseError.html#a10af5c2ae4ba0f7f8a928077865ae272',1,'remap::ParseError']]],
  ['session_5',['Session',['../classremap_1_1Session.html#a9c0030f7fab5ed0ba3ef359e8229cb05',1,'remap::Session::Session(Alphabet alphabet, std::optional&lt; Outputs &gt; outputs, const SessionOptions &amp;options={}, SessionWatcher *watcher=nullptr)'],['../classremap_1_1Session.html#a440cdd2c2dc122dd9a892fe5c044cd14',1,'remap::Session::Session(Session &amp;&amp;) noexcept']]],
  ['set_5fnamed_6',['set_named',['../classremap_1_1Alphabet.html#ae7770c1e8d734f6fad4ed2bcd364f34e',1,'remap::Alphabet']]],
  ['set_5fof_7',['set_of',['../classremap_1_1Alphabet.html#a5086b137389e4c0609359c50d972820e',1,'remap::Alphabet']]],
  ['sets_8',['sets',['../classremap_1_1Alphabet.html#a7743d342163c8de9bfa2981a1b93997a',1,'remap::Alphabet']]],
  ['setting_9',['setting',['../namespaceremap.html#a48e58359a6122d185df8ea1fe048bf2d',1,'remap']]],
  ['size_10',['size',['../classremap_1_1Outputs.html#ae50a47c765f8bfd36623c307dd6c240e',1,'remap::Outputs::size()'],['../classremap_1_1AskedWords.html#ae5ba1eb66a659489563681d322429f97',1,'remap::AskedWords::size()'],['../classremap_1_1Comparisons.html#aa8ea669d5a0c2fef8cb56bdc994c79db',1,'remap::Comparisons::size()'],['../classremap_1_1MooreMachine.html#a553bda78a12c75ce3467e04773b0eed4',1,'remap::MooreMachine::size()'],['../classremap_1_1MealyMachine.html#a9eefc1c48c26fde903ea7a18f94fc281',1,'remap::MealyMachine::size()'],['../classremap_1_1Alphabet.html#afd51c4284d4d01781fe5a63038d1cb96',1,'remap::Alphabet::size()']]],
  ['split_5frandom_11',['split_random',['../namespaceremap.html#af26c3aff725e138f46b0376a3418868a',1,'remap']]],
  ['step_12',['step',['../classremap_1_1MealyMachine.html#aa482322bcfe66fe5f37859c49d261a70',1,'remap::MealyMachine']]],
  ['swapped_13',['swapped',['../namespaceremap.html#a33c50dc53b902e4d5173552eed1766b5',1,'remap']]],
  ['sync_14',['sync',['../classremap_1_1DurableRun.html#a8dbc2bf0190dd2048fc8ad3798d4e8ee',1,'remap::DurableRun']]]
];
