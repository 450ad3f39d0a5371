var searchData=
[
  ['greater_0',['greater',['../namespaceremap.html#a539785bdae590541fc2301faaba89f44a7b8dc4fb0fb55fc8eb69ff080c45ed7e',1,'remap']]],
  ['growth_1',['growth',['../namespaceremap.html#a63a2a8851bca75c31831fa1cf51f0122a5ff58d62c15f28a3f16d0bbe332a1439',1,'remap']]]
];
