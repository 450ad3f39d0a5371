var searchData=
[
  ['feedback_0',['feedback',['../structremap_1_1EquivalenceAnswer.html#a8a9ba42b24bf3f8f31173cc2d89d5dba',1,'remap::EquivalenceAnswer::feedback()'],['../structremap_1_1Method.html#a1a2b6774b64a523f88584064e2b35fd3',1,'remap::Method::feedback()'],['../structremap_1_1MachineTeacherOptions.html#adedc1a3eb5b6c72caa0e9c1b3cc6399e',1,'remap::MachineTeacherOptions::feedback()'],['../structremap_1_1SamplingOptions.html#a3bb3f9cdaca6e1aae6478a19ce4cd45a',1,'remap::SamplingOptions::feedback()']]],
  ['fixed_1',['fixed',['../structremap_1_1SampleSize.html#ad7dbd1edfdc49a3618e070c46e71d08d',1,'remap::SampleSize']]],
  ['formula_2',['formula',['../structremap_1_1RewardTransition.html#ab7152f75ba191cf7f58dfe8e5e0920ff',1,'remap::RewardTransition']]],
  ['from_3',['from',['../structremap_1_1RewardTransition.html#acaedc931a56c95dd4df6c004c07d350b',1,'remap::RewardTransition']]]
];
