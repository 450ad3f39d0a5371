var searchData=
[
  ['paper_0',['paper',['../namespaceremap.html#a1414295e2a758e7d7b19c873c747a241a7e3f660480ab1640de8024c200b5a4d3',1,'remap']]]
];
