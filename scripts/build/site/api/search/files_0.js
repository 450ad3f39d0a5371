var searchData=
[
  ['alphabet_2ehpp_0',['alphabet.hpp',['../alphabet_8hpp.html',1,'']]],
  ['any_5fmachine_2ehpp_1',['any_machine.hpp',['../any__machine_8hpp.html',1,'']]]
];
