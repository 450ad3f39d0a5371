var searchData=
[
  ['ids_2ehpp_0',['ids.hpp',['../ids_8hpp.html',1,'']]]
];
