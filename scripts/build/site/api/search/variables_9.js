var searchData=
[
  ['kind_0',['kind',['../structremap_1_1Feedback.html#ad1e65717c6ce5a90a906f74ec97a58c9',1,'remap::Feedback::kind()'],['../structremap_1_1Request.html#a908587927696da5ebcae26ccf74a2161',1,'remap::Request::kind()'],['../structremap_1_1MethodSetting.html#a5fd911dbbd1a5fea248ad6fbf9ffadb0',1,'remap::MethodSetting::kind()']]],
  ['known_5fvalues_1',['known_values',['../structremap_1_1RunResult.html#ade468c50f35030b2abf9a5d9c1085b4e',1,'remap::RunResult']]]
];
