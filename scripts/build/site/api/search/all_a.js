var searchData=
[
  ['kind_0',['Kind',['../structremap_1_1Feedback.html#ab70c4ef2e14cdbc547aea7793ccee771',1,'remap::Feedback::Kind()'],['../structremap_1_1Request.html#a285a751e6965b7b96e5f5114fa230374',1,'remap::Request::Kind()'],['../structremap_1_1MethodSetting.html#a80c95b57d86b2ed6788560449046ced3',1,'remap::MethodSetting::Kind()']]],
  ['kind_1',['kind',['../structremap_1_1Feedback.html#ad1e65717c6ce5a90a906f74ec97a58c9',1,'remap::Feedback::kind()'],['../structremap_1_1Request.html#a908587927696da5ebcae26ccf74a2161',1,'remap::Request::kind()'],['../structremap_1_1MethodSetting.html#a5fd911dbbd1a5fea248ad6fbf9ffadb0',1,'remap::MethodSetting::kind()']]],
  ['known_5fvalues_2',['known_values',['../structremap_1_1RunResult.html#ade468c50f35030b2abf9a5d9c1085b4e',1,'remap::RunResult']]]
];
