var searchData=
[
  ['state_0',['State',['../namespaceremap.html#a8f6e13dbde96d4196c3e49351798062f',1,'remap']]]
];
