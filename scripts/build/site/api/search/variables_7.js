var searchData=
[
  ['halt_5fname_0',['halt_name',['../namespaceremap.html#aa0cec40a1e3a8db8780dd467f6e9a46e',1,'remap']]],
  ['help_1',['help',['../structremap_1_1Family.html#a5e9e029d3862237b6e37e8d9b5c6f495',1,'remap::Family::help()'],['../structremap_1_1SettingChoice.html#a67e9a592f2f4749d0f57da32e344337e',1,'remap::SettingChoice::help()'],['../structremap_1_1MethodSetting.html#a3ceeaa480d7002ead85ba4bd50e73ea3',1,'remap::MethodSetting::help()']]]
];
