var searchData=
[
  ['all_0',['all',['../namespaceremap.html#a63a2a8851bca75c31831fa1cf51f0122aa181a603769c1f98ad927e7367c7aa51',1,'remap']]],
  ['all_5fpairs_1',['all_pairs',['../namespaceremap.html#adb5f76e410ca7793f5b7fbfd97718812aef096cf52424635fb9a72e7f106f17c1',1,'remap']]],
  ['among_2',['among',['../structremap_1_1Feedback.html#ab70c4ef2e14cdbc547aea7793ccee771a3172dbf2df5f1e31ff40efd8e4c62e65',1,'remap::Feedback::among()'],['../namespaceremap.html#a3974a40bb3aa11958c58966140add3e1a3172dbf2df5f1e31ff40efd8e4c62e65',1,'remap::among()']]]
];
