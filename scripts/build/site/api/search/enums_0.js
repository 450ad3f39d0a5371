var searchData=
[
  ['answerid_0',['AnswerId',['../namespaceremap.html#a89c8f5d9c3fe366b6d7553639e98e6d9',1,'remap']]]
];
