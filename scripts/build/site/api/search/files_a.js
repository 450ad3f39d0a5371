var searchData=
[
  ['random_2ehpp_0',['random.hpp',['../random_8hpp.html',1,'']]],
  ['regex_2ehpp_1',['regex.hpp',['../regex_8hpp.html',1,'']]],
  ['remap_2ehpp_2',['remap.hpp',['../remap_8hpp.html',1,'']]],
  ['reward_5fmachine_2ehpp_3',['reward_machine.hpp',['../reward__machine_8hpp.html',1,'']]]
];
