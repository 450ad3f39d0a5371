var searchData=
[
  ['equivalence_2ehpp_0',['equivalence.hpp',['../equivalence_8hpp.html',1,'']]],
  ['error_2ehpp_1',['error.hpp',['../error_8hpp.html',1,'']]]
];
