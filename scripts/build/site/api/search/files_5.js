var searchData=
[
  ['learn_2ehpp_0',['learn.hpp',['../learn_8hpp.html',1,'']]]
];
