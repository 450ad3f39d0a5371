var searchData=
[
  ['process_2ehpp_0',['process.hpp',['../process_8hpp.html',1,'']]]
];
