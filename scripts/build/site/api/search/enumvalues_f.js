var searchData=
[
  ['sampling_0',['sampling',['../namespaceremap.html#a50ce2763d483ac4ef5ec653dff8946fea69fd5bfca825e08e984565972f1b073d',1,'remap']]],
  ['search_1',['search',['../namespaceremap.html#adb5f76e410ca7793f5b7fbfd97718812a06a943c59f33a34bb5924aaf72cd2995',1,'remap']]],
  ['shortest_2',['shortest',['../namespaceremap.html#a14cd5378ea6f553b17c6bd192058cf90acfb50e0c020de3d014cb6f975530a73b',1,'remap']]]
];
