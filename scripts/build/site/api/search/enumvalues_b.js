var searchData=
[
  ['off_0',['off',['../namespaceremap.html#a63a2a8851bca75c31831fa1cf51f0122a3262d48df5d75e3452f0f16b313b7808',1,'remap']]],
  ['office_1',['office',['../namespaceremap.html#aba3e3ab99698449d911e55d1d6ab7cc9ae72f4545eb68c96c754f91fc01573517',1,'remap']]],
  ['order_2',['order',['../namespaceremap.html#a50ce2763d483ac4ef5ec653dff8946fea70a17ffa722a3985b86d30b034ad06d7',1,'remap']]],
  ['order_5fsampling_3',['order_sampling',['../namespaceremap.html#a50ce2763d483ac4ef5ec653dff8946fea5d247bb5b3a47fb85884a106c062cab6',1,'remap']]],
  ['output_4',['output',['../structremap_1_1Undefined.html#a3e3e5c0e24f8aa740062e0fc41aa4effa78e6221f6393d1356681db398f14ce6d',1,'remap::Undefined::output()'],['../structremap_1_1MethodSetting.html#a80c95b57d86b2ed6788560449046ced3a78e6221f6393d1356681db398f14ce6d',1,'remap::MethodSetting::output()']]]
];
