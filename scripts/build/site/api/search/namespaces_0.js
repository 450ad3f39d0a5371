var searchData=
[
  ['remap_0',['remap',['../namespaceremap.html',1,'']]]
];
