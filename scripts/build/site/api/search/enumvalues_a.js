var searchData=
[
  ['none_0',['none',['../structremap_1_1Feedback.html#ab70c4ef2e14cdbc547aea7793ccee771a334c4a4c42fdb79d7ebc3e73b517e6f8',1,'remap::Feedback']]],
  ['not_5fvalue_1',['not_value',['../structremap_1_1Feedback.html#ab70c4ef2e14cdbc547aea7793ccee771a3a8ba63f54085832cb755caee46a06a7',1,'remap::Feedback::not_value()'],['../namespaceremap.html#a3974a40bb3aa11958c58966140add3e1a3a8ba63f54085832cb755caee46a06a7',1,'remap::not_value()']]]
];
