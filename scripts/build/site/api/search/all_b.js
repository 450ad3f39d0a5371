var searchData=
[
  ['labels_0',['labels',['../classremap_1_1MachineTeacher.html#a7c0f1b3d9a865591eb3dbb7ef206a75c',1,'remap::MachineTeacher']]],
  ['later_1',['later',['../structremap_1_1MethodSetting.html#a8d0cddadee22e7b61b5b8f8de06679fe',1,'remap::MethodSetting']]],
  ['lazy_2',['lazy',['../namespaceremap.html#a5e12eaac1444f1d62aad83a0e91a8fafa0ffe34b4e04c2b282c5a388b1ad8aa7a',1,'remap']]],
  ['learn_3',['learn',['../namespaceremap.html#abcff55311e18dd4edc7bbb43286f249d',1,'remap::learn(Alphabet alphabet, FunctionTeacher::Function compare, const SessionOptions &amp;options={})'],['../namespaceremap.html#a0952229a23e0ffe7f61adc34e1ffa666',1,'remap::learn(Alphabet alphabet, Outputs outputs, FunctionTeacher::Function compare, const SessionOptions &amp;options={})'],['../namespaceremap.html#a57a946b58503c95f88846740ed402fc0',1,'remap::learn(Teacher &amp;teacher, Alphabet alphabet, std::optional&lt; Outputs &gt; outputs, const SessionOptions &amp;options={})']]],
  ['learn_2ehpp_4',['learn.hpp',['../learn_8hpp.html',1,'']]],
  ['learn_5ffrom_5fvalues_5',['learn_from_values',['../namespaceremap.html#a4661c4dfab3bd61137beff3edc2828a7',1,'remap']]],
  ['learned_6',['Learned',['../structremap_1_1Learned.html',1,'remap']]],
  ['learner_7',['learner',['../structremap_1_1SessionOptions.html#af9643f1834639c89c855bc45c10f3e18',1,'remap::SessionOptions']]],
  ['learner_5ffor_8',['learner_for',['../structremap_1_1SessionOptions.html#a7106f25cb85bf19ab5e3d8015a392bfc',1,'remap::SessionOptions']]],
  ['learnerkind_9',['LearnerKind',['../namespaceremap.html#a0471b4380ffa453784a540aaae02f891',1,'remap']]],
  ['learnerstep_10',['LearnerStep',['../namespaceremap.html#ae95aa96b3c0e36ba8b6d27883ac19a84',1,'remap']]],
  ['left_11',['left',['../structremap_1_1Comparison.html#a56f6251c9a76f8d367a81b39ca9e117d',1,'remap::Comparison::left()'],['../classremap_1_1Comparisons.html#af5ec16e09c62d6829751bd6b4874daae',1,'remap::Comparisons::left()']]],
  ['less_12',['less',['../namespaceremap.html#a539785bdae590541fc2301faaba89f44ae37e8d912e8f7b8f9b5ef9452ba47ff1',1,'remap']]],
  ['letter_13',['Letter',['../namespaceremap.html#a802f72a2973a1eee2f88a68bfd55e06c',1,'remap']]],
  ['letter_5fof_14',['letter_of',['../classremap_1_1Alphabet.html#a83987760a168413576f263c04d7270c5',1,'remap::Alphabet']]],
  ['letters_15',['letters',['../classremap_1_1MooreMachine.html#ad333620d6486483a48e63fef62577825',1,'remap::MooreMachine::letters()'],['../structremap_1_1RandomMachineShape.html#a60e2f9d0fc6163e3121b7c9d6c28df04',1,'remap::RandomMachineShape::letters()']]],
  ['line_16',['line',['../structremap_1_1TextPosition.html#a34b3715993b964df4f1fe46cedce73b7',1,'remap::TextPosition']]],
  ['log_5fseconds_17',['log_seconds',['../structremap_1_1RunResult.html#a1429b78aeb2c7afed244cff4488ecbc4',1,'remap::RunResult']]],
  ['lowest_18',['lowest',['../namespaceremap.html#ad6b3b5d50a8fe69c14caba5b7414bf4fa21f25aaeda95888270706e909e7c919d',1,'remap']]],
  ['lstar_19',['lstar',['../namespaceremap.html#a1414295e2a758e7d7b19c873c747a241a3658899f4c012a86e85b555369aa0ce2',1,'remap::lstar()'],['../namespaceremap.html#a0471b4380ffa453784a540aaae02f891a3658899f4c012a86e85b555369aa0ce2',1,'remap::lstar()'],['../structremap_1_1SessionOptions.html#ac433ec563a3adefb5ce13df4212d0173',1,'remap::SessionOptions::lstar()']]]
];
