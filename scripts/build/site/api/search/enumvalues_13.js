var searchData=
[
  ['whole_0',['whole',['../structremap_1_1MethodSetting.html#a80c95b57d86b2ed6788560449046ced3a356c9ee60e9da05301adc3bd96f6b383',1,'remap::MethodSetting']]]
];
