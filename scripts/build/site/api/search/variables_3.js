var searchData=
[
  ['decides_0',['decides',['../structremap_1_1MethodSetting.html#ab9ce515af8391d2d249e43826a0e0ec4',1,'remap::MethodSetting']]],
  ['delta_1',['delta',['../structremap_1_1SampleSize.html#afe37d3ff1da4251248bbb3af5e3c4601',1,'remap::SampleSize']]]
];
