var searchData=
[
  ['refuse_0',['refuse',['../structremap_1_1Undefined.html#a3e3e5c0e24f8aa740062e0fc41aa4effa324a7590a91adf962f9b2a1d4ddaa6c9',1,'remap::Undefined']]]
];
