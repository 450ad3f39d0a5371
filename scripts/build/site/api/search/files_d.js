var searchData=
[
  ['z3_2ehpp_0',['z3.hpp',['../z3_8hpp.html',1,'']]]
];
