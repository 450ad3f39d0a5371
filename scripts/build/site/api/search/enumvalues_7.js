var searchData=
[
  ['json_0',['json',['../namespaceremap.html#ae9b1e307dc15633c23cf271621aada68a466deec76ecdf5fca6d38571f6324d54',1,'remap']]]
];
