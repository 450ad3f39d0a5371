var searchData=
[
  ['begin_0',['begin',['../classremap_1_1Comparisons.html#a0b276450770d9bbc39e8c7c3cae99e77',1,'remap::Comparisons::begin()'],['../classremap_1_1AskedWords.html#a26c452cee503aca2e089b56979d6f77c',1,'remap::AskedWords::begin()']]],
  ['below_1',['below',['../classremap_1_1Random.html#aa36b9e4ed786fe446da084579e979e38',1,'remap::Random']]],
  ['best_2',['best',['../namespaceremap.html#a0471b4380ffa453784a540aaae02f891adb82206b1d49042d1a710e9c88c21d36',1,'remap::best()'],['../namespaceremap.html#a1414295e2a758e7d7b19c873c747a241adb82206b1d49042d1a710e9c88c21d36',1,'remap::best()']]],
  ['book_3',['book',['../classremap_1_1DurableRun.html#aa3c98db97e5899f0e9932db322fcecaa',1,'remap::DurableRun']]],
  ['by_5forder_4',['by_order',['../structremap_1_1EquivalenceQuestion.html#a2496e5764688058b1d9cb28392954801',1,'remap::EquivalenceQuestion']]]
];
