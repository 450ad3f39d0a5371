var searchData=
[
  ['valuation_0',['valuation',['../structremap_1_1SessionOptions.html#a45e94af5c667c51cbc8554acbd2d7cf7',1,'remap::SessionOptions']]],
  ['values_1',['values',['../structremap_1_1Request.html#a2fc48ac008ff39acd637a578e31c5a30',1,'remap::Request::values()'],['../structremap_1_1SessionCounts.html#ac20db360d639e83e2190ec5d1e9c4d36',1,'remap::SessionCounts::values()']]],
  ['version_2',['version',['../structremap_1_1SessionHead.html#a3f89e0d995d3feb5e3a1b72e4931908d',1,'remap::SessionHead']]]
];
