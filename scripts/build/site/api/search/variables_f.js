var searchData=
[
  ['ranker_0',['ranker',['../structremap_1_1SessionOptions.html#acf83c0eceaf906966a52f071e936791a',1,'remap::SessionOptions']]],
  ['recheck_1',['recheck',['../structremap_1_1Method.html#a6523d2fb1703ab5925be0552df1ad7f0',1,'remap::Method']]],
  ['rechecks_2',['rechecks',['../structremap_1_1RunResult.html#aabe2e54a292bd8337b794b90dd3585fe',1,'remap::RunResult']]],
  ['repaired_3',['repaired',['../structremap_1_1Task.html#a32a3e22220254a01e345520c6dfbc249',1,'remap::Task']]],
  ['representative_4',['representative',['../structremap_1_1EquivalenceQuestion.html#ade0733ef2f761c38067127fb11e74b0c',1,'remap::EquivalenceQuestion']]],
  ['reward_5',['reward',['../structremap_1_1RewardTransition.html#a68d4519f91e10a3db3df8804f1038e7c',1,'remap::RewardTransition']]],
  ['right_6',['right',['../structremap_1_1Comparison.html#a4e3e64c4e98b70a7d0516f0d63377ec5',1,'remap::Comparison']]],
  ['rule_7',['rule',['../structremap_1_1Undefined.html#a28aa7a182caa2211c7a84ae1b564fe7f',1,'remap::Undefined']]]
];
