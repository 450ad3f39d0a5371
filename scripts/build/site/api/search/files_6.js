var searchData=
[
  ['machine_2ehpp_0',['machine.hpp',['../machine_8hpp.html',1,'']]],
  ['machine_5ffile_2ehpp_1',['machine_file.hpp',['../machine__file_8hpp.html',1,'']]],
  ['mealy_2ehpp_2',['mealy.hpp',['../mealy_8hpp.html',1,'']]],
  ['method_2ehpp_3',['method.hpp',['../method_8hpp.html',1,'']]],
  ['minimise_2ehpp_4',['minimise.hpp',['../minimise_8hpp.html',1,'']]],
  ['moore_2ehpp_5',['moore.hpp',['../moore_8hpp.html',1,'']]]
];
