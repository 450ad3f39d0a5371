var searchData=
[
  ['get_0',['get',['../structremap_1_1MethodSetting.html#a8efb5218ed2e67669ecd36928d8ed96c',1,'remap::MethodSetting']]],
  ['greater_1',['greater',['../namespaceremap.html#a539785bdae590541fc2301faaba89f44a7b8dc4fb0fb55fc8eb69ff080c45ed7e',1,'remap']]],
  ['growth_2',['growth',['../namespaceremap.html#a63a2a8851bca75c31831fa1cf51f0122a5ff58d62c15f28a3f16d0bbe332a1439',1,'remap']]],
  ['guess_3',['guess',['../structremap_1_1SessionOptions.html#a566d6f3956e27115dab4b415fd915f6d',1,'remap::SessionOptions']]],
  ['guess_4',['Guess',['../namespaceremap.html#ad6b3b5d50a8fe69c14caba5b7414bf4f',1,'remap']]]
];
