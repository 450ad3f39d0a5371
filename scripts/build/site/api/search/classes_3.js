var searchData=
[
  ['equivalenceanswer_0',['EquivalenceAnswer',['../structremap_1_1EquivalenceAnswer.html',1,'remap']]],
  ['equivalencequestion_1',['EquivalenceQuestion',['../structremap_1_1EquivalenceQuestion.html',1,'remap']]],
  ['error_2',['Error',['../classremap_1_1Error.html',1,'remap']]]
];
