var searchData=
[
  ['filled_0',['filled',['../namespaceremap.html#ae95aa96b3c0e36ba8b6d27883ac19a84a9aa76d8a9f8e25e87dbcafc7aaf556fc',1,'remap']]],
  ['fraction_1',['fraction',['../structremap_1_1MethodSetting.html#a80c95b57d86b2ed6788560449046ced3a03f0356d2d1c334d3567c9d67818f5d0',1,'remap::MethodSetting']]],
  ['full_2',['full',['../namespaceremap.html#a5e12eaac1444f1d62aad83a0e91a8fafae9dc924f238fa6cc29465942875fe8f0',1,'remap']]]
];
