var searchData=
[
  ['options_2ehpp_0',['options.hpp',['../options_8hpp.html',1,'']]],
  ['outputs_2ehpp_1',['outputs.hpp',['../outputs_8hpp.html',1,'']]]
];
