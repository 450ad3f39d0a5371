var searchData=
[
  ['outputs_0',['Outputs',['../classremap_1_1Outputs.html',1,'remap']]]
];
