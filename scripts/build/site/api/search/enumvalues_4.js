var searchData=
[
  ['economy_0',['economy',['../namespaceremap.html#a5e12eaac1444f1d62aad83a0e91a8fafa0959a8b663be96468a1c5c1d456243a2',1,'remap']]],
  ['ends_1',['ends',['../structremap_1_1Undefined.html#a3e3e5c0e24f8aa740062e0fc41aa4effa31c392473637538a57de1321641f2e27',1,'remap::Undefined']]],
  ['equal_2',['equal',['../namespaceremap.html#a539785bdae590541fc2301faaba89f44a465289687a70db7aa7217cc240c29f0f',1,'remap']]],
  ['equivalence_3',['equivalence',['../structremap_1_1Request.html#a285a751e6965b7b96e5f5114fa230374a84a81000f28be28045da0d5725c0aeda',1,'remap::Request']]],
  ['exact_4',['exact',['../namespaceremap.html#a50ce2763d483ac4ef5ec653dff8946fea3b7efa09444a31c5d58596e5bbf87d47',1,'remap']]]
];
