var searchData=
[
  ['propositionset_0',['PropositionSet',['../namespaceremap.html#a8d644139c5df0a01ba82cb7bb3c38a38',1,'remap']]]
];
