var searchData=
[
  ['comparison_0',['Comparison',['../structremap_1_1Comparison.html',1,'remap']]],
  ['comparisons_1',['Comparisons',['../classremap_1_1Comparisons.html',1,'remap']]],
  ['contradiction_2',['Contradiction',['../classremap_1_1Contradiction.html',1,'remap']]],
  ['cube_3',['Cube',['../structremap_1_1Cube.html',1,'remap']]]
];
