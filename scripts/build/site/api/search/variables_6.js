var searchData=
[
  ['get_0',['get',['../structremap_1_1MethodSetting.html#a8efb5218ed2e67669ecd36928d8ed96c',1,'remap::MethodSetting']]],
  ['guess_1',['guess',['../structremap_1_1SessionOptions.html#a566d6f3956e27115dab4b415fd915f6d',1,'remap::SessionOptions']]]
];
