var searchData=
[
  ['unsure_0',['unsure',['../namespaceremap.html#a539785bdae590541fc2301faaba89f44a4ead89a729f99aa25f74f0ddc3c6dbe2',1,'remap']]]
];
