var searchData=
[
  ['output_0',['Output',['../namespaceremap.html#aa750b2fe5c23947034aaa1406677dd9a',1,'remap']]]
];
