var searchData=
[
  ['warn_0',['Warn',['../namespaceremap.html#ac4be5da0d75c7eebef36343fa9fabe0a',1,'remap']]],
  ['word_1',['Word',['../namespaceremap.html#ac4cc6a36d1df971e1a58892af9e18ad8',1,'remap']]]
];
