var searchData=
[
  ['undefined_0',['Undefined',['../structremap_1_1Undefined.html',1,'remap']]],
  ['unsettled_1',['Unsettled',['../classremap_1_1Unsettled.html',1,'remap']]]
];
