var searchData=
[
  ['question_2ehpp_0',['question.hpp',['../question_8hpp.html',1,'']]]
];
