var searchData=
[
  ['sampling_2ehpp_0',['sampling.hpp',['../sampling_8hpp.html',1,'']]],
  ['session_2ehpp_1',['session.hpp',['../session_8hpp.html',1,'']]],
  ['session_5fhead_2ehpp_2',['session_head.hpp',['../session__head_8hpp.html',1,'']]],
  ['settings_2ehpp_3',['settings.hpp',['../settings_8hpp.html',1,'']]]
];
