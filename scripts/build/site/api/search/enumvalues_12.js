var searchData=
[
  ['value_0',['value',['../structremap_1_1Feedback.html#ab70c4ef2e14cdbc547aea7793ccee771a2063c1608d6e0baf80249c42e2be5804',1,'remap::Feedback::value()'],['../namespaceremap.html#a3974a40bb3aa11958c58966140add3e1a2063c1608d6e0baf80249c42e2be5804',1,'remap::value()']]],
  ['values_1',['values',['../structremap_1_1Request.html#a285a751e6965b7b96e5f5114fa230374af09cc7ee3a9a93273f4b80601cafb00c',1,'remap::Request']]]
];
