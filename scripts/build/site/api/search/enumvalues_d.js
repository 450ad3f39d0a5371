var searchData=
[
  ['quicksort_0',['quicksort',['../namespaceremap.html#adb5f76e410ca7793f5b7fbfd97718812a500428be2f855a5cd627f9587c7a0981',1,'remap']]]
];
