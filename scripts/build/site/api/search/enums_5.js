var searchData=
[
  ['kind_0',['Kind',['../structremap_1_1Feedback.html#ab70c4ef2e14cdbc547aea7793ccee771',1,'remap::Feedback::Kind()'],['../structremap_1_1Request.html#a285a751e6965b7b96e5f5114fa230374',1,'remap::Request::Kind()'],['../structremap_1_1MethodSetting.html#a80c95b57d86b2ed6788560449046ced3',1,'remap::MethodSetting::Kind()']]]
];
