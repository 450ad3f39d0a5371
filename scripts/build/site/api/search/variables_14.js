var searchData=
[
  ['warn_0',['warn',['../structremap_1_1ReadOptions.html#a41c7c4ff63d165e8d38a210c1c2faf88',1,'remap::ReadOptions']]],
  ['words_1',['words',['../structremap_1_1EquivalenceQuestion.html#a58d39df965dfcdd47026778f33a60bbc',1,'remap::EquivalenceQuestion::words()'],['../structremap_1_1SessionCounts.html#a31503df0160e59ecf2eae857c68e926c',1,'remap::SessionCounts::words()']]],
  ['world_2',['world',['../structremap_1_1Task.html#ae3fcd997239bee38a90212b0d4930c0e',1,'remap::Task']]]
];
