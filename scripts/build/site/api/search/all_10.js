var searchData=
[
  ['question_2ehpp_0',['question.hpp',['../question_8hpp.html',1,'']]],
  ['quicksort_1',['quicksort',['../namespaceremap.html#adb5f76e410ca7793f5b7fbfd97718812a500428be2f855a5cd627f9587c7a0981',1,'remap']]]
];
