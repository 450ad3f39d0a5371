var searchData=
[
  ['inputerror_0',['InputError',['../classremap_1_1InputError.html',1,'remap']]]
];
