var searchData=
[
  ['labels_0',['labels',['../classremap_1_1MachineTeacher.html#a7c0f1b3d9a865591eb3dbb7ef206a75c',1,'remap::MachineTeacher']]],
  ['learn_1',['learn',['../namespaceremap.html#a57a946b58503c95f88846740ed402fc0',1,'remap::learn(Teacher &amp;teacher, Alphabet alphabet, std::optional&lt; Outputs &gt; outputs, const SessionOptions &amp;options={})'],['../namespaceremap.html#a0952229a23e0ffe7f61adc34e1ffa666',1,'remap::learn(Alphabet alphabet, Outputs outputs, FunctionTeacher::Function compare, const SessionOptions &amp;options={})'],['../namespaceremap.html#abcff55311e18dd4edc7bbb43286f249d',1,'remap::learn(Alphabet alphabet, FunctionTeacher::Function compare, const SessionOptions &amp;options={})']]],
  ['learn_5ffrom_5fvalues_2',['learn_from_values',['../namespaceremap.html#a4661c4dfab3bd61137beff3edc2828a7',1,'remap']]],
  ['learner_5ffor_3',['learner_for',['../structremap_1_1SessionOptions.html#a7106f25cb85bf19ab5e3d8015a392bfc',1,'remap::SessionOptions']]],
  ['left_4',['left',['../classremap_1_1Comparisons.html#af5ec16e09c62d6829751bd6b4874daae',1,'remap::Comparisons']]],
  ['letter_5fof_5',['letter_of',['../classremap_1_1Alphabet.html#a83987760a168413576f263c04d7270c5',1,'remap::Alphabet']]],
  ['letters_6',['letters',['../classremap_1_1MooreMachine.html#ad333620d6486483a48e63fef62577825',1,'remap::MooreMachine']]],
  ['lstar_7',['lstar',['../structremap_1_1SessionOptions.html#ac433ec563a3adefb5ce13df4212d0173',1,'remap::SessionOptions']]]
];
