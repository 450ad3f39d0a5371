var searchData=
[
  ['check_5fdeterministic_0',['check_deterministic',['../structremap_1_1ReadOptions.html#a737845a7a49afc8e7a571561548abe77',1,'remap::ReadOptions']]],
  ['choices_1',['choices',['../structremap_1_1MethodSetting.html#a203f0b3cc4dbe547095dd82fdb2a23cc',1,'remap::MethodSetting']]],
  ['classes_2',['classes',['../structremap_1_1RunResult.html#a213221cf337904eaf2c0450e75f2fd54',1,'remap::RunResult']]],
  ['column_3',['column',['../structremap_1_1TextPosition.html#a2bf4e1dd5b292f11802dda778ebc9bff',1,'remap::TextPosition']]],
  ['command_4',['command',['../structremap_1_1ProcessTeacherOptions.html#a39be498b2d70d3b5cf0e473f849b88ed',1,'remap::ProcessTeacherOptions']]],
  ['comparisons_5',['comparisons',['../structremap_1_1Request.html#a2c7347828f92115c6ae9c646f65185b5',1,'remap::Request::comparisons()'],['../structremap_1_1SessionCounts.html#a26485546d5a6761832283368de31b537',1,'remap::SessionCounts::comparisons()']]],
  ['confirm_6',['confirm',['../structremap_1_1Method.html#a30760636600b493b854563dd0d5f7d1a',1,'remap::Method']]],
  ['confirmations_7',['confirmations',['../structremap_1_1RunResult.html#a73701edd50a2b0c4ef432acbf4f00c5d',1,'remap::RunResult']]],
  ['counterexample_8',['counterexample',['../structremap_1_1EquivalenceAnswer.html#a8a82e0d4a5ccea661b245cb508ff0693',1,'remap::EquivalenceAnswer::counterexample()'],['../structremap_1_1Method.html#a6d9967b307960c464f493d18f8a56148',1,'remap::Method::counterexample()']]],
  ['counterexample_5flengths_9',['counterexample_lengths',['../structremap_1_1SessionCounts.html#ab298ac090b982bf60131cbf71cdbbb31',1,'remap::SessionCounts']]],
  ['counts_10',['counts',['../structremap_1_1RunResult.html#a38b63118e75eb3956d238f318cdca98d',1,'remap::RunResult::counts()'],['../structremap_1_1Learned.html#a80b5832bc139d64dff9946da6e2136fb',1,'remap::Learned::counts()']]]
];
