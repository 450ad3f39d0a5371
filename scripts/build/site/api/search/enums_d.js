var searchData=
[
  ['wordid_0',['WordId',['../namespaceremap.html#a8f4e9c8c76b4b5116159cfbdbc59e697',1,'remap']]],
  ['worldname_1',['WorldName',['../namespaceremap.html#aba3e3ab99698449d911e55d1d6ab7cc9',1,'remap']]]
];
