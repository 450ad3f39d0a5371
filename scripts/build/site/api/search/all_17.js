var searchData=
[
  ['z3_0',['z3',['../namespaceremap.html#a3509fe1b63caf3b4f9c26eefebe8c5e8aa61d1457beb4684e254ce60379c8ae7b',1,'remap']]],
  ['z3_2ehpp_1',['z3.hpp',['../z3_8hpp.html',1,'']]]
];
