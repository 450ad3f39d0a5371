var searchData=
[
  ['tasks_2ehpp_0',['tasks.hpp',['../tasks_8hpp.html',1,'']]],
  ['teacher_2ehpp_1',['teacher.hpp',['../teacher_8hpp.html',1,'']]]
];
