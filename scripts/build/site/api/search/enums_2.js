var searchData=
[
  ['effort_0',['Effort',['../namespaceremap.html#a5e12eaac1444f1d62aad83a0e91a8faf',1,'remap']]],
  ['equivalence_1',['Equivalence',['../namespaceremap.html#a50ce2763d483ac4ef5ec653dff8946fe',1,'remap']]]
];
