var searchData=
[
  ['begin_0',['begin',['../classremap_1_1Comparisons.html#a0b276450770d9bbc39e8c7c3cae99e77',1,'remap::Comparisons::begin()'],['../classremap_1_1AskedWords.html#a26c452cee503aca2e089b56979d6f77c',1,'remap::AskedWords::begin()']]],
  ['below_1',['below',['../classremap_1_1Random.html#aa36b9e4ed786fe446da084579e979e38',1,'remap::Random']]],
  ['book_2',['book',['../classremap_1_1DurableRun.html#aa3c98db97e5899f0e9932db322fcecaa',1,'remap::DurableRun']]]
];
