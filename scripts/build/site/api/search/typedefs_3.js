var searchData=
[
  ['settings_0',['Settings',['../namespaceremap.html#a8c0fe291917680f218d8cbbc977fb6ae',1,'remap']]]
];
