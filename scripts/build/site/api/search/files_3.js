var searchData=
[
  ['families_2ehpp_0',['families.hpp',['../families_8hpp.html',1,'']]],
  ['formula_2ehpp_1',['formula.hpp',['../formula_8hpp.html',1,'']]]
];
