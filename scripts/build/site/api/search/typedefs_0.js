var searchData=
[
  ['anymachine_0',['AnyMachine',['../namespaceremap.html#a05e4cd08e5024e6d5bd9f1c04c069854',1,'remap']]],
  ['askedsettings_1',['AskedSettings',['../namespaceremap.html#ad85eb82f1e1abb6c1fe8b3eeb47ff976',1,'remap']]]
];
