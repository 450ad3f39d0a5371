var searchData=
[
  ['preference_0',['Preference',['../namespaceremap.html#a539785bdae590541fc2301faaba89f44',1,'remap']]],
  ['preset_1',['Preset',['../namespaceremap.html#a1414295e2a758e7d7b19c873c747a241',1,'remap']]]
];
