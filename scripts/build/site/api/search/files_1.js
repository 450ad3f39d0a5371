var searchData=
[
  ['durable_5frun_2ehpp_0',['durable_run.hpp',['../durable__run_8hpp.html',1,'']]]
];
