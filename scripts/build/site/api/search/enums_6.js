var searchData=
[
  ['learnerkind_0',['LearnerKind',['../namespaceremap.html#a0471b4380ffa453784a540aaae02f891',1,'remap']]],
  ['learnerstep_1',['LearnerStep',['../namespaceremap.html#ae95aa96b3c0e36ba8b6d27883ac19a84',1,'remap']]],
  ['letter_2',['Letter',['../namespaceremap.html#a802f72a2973a1eee2f88a68bfd55e06c',1,'remap']]]
];
