var searchData=
[
  ['choice_0',['choice',['../structremap_1_1MethodSetting.html#a80c95b57d86b2ed6788560449046ced3a0162cefc4952304026cb1f5dab2419d2',1,'remap::MethodSetting']]],
  ['closed_1',['closed',['../namespaceremap.html#ae95aa96b3c0e36ba8b6d27883ac19a84a349e686330723975502e9ef4f939a5ac',1,'remap']]],
  ['comparisons_2',['comparisons',['../structremap_1_1Request.html#a285a751e6965b7b96e5f5114fa230374ae1dcab7e579aa227becca4cad76d6c11',1,'remap::Request']]],
  ['craft_3',['craft',['../namespaceremap.html#aba3e3ab99698449d911e55d1d6ab7cc9a23ca2c6b139fb6ff9654c1b197a4db3a',1,'remap']]]
];
