var searchData=
[
  ['effort_0',['effort',['../structremap_1_1SessionOptions.html#a635bebff755535dfa7fbaea724af8cb7',1,'remap::SessionOptions']]],
  ['empty_5fword_1',['empty_word',['../structremap_1_1Undefined.html#afab63ea28f2d8d8c929a8cdb6eeb0314',1,'remap::Undefined::empty_word()'],['../namespaceremap.html#a0cfd6e151f565d6fa6ce859b5a441035',1,'remap::empty_word()']]],
  ['epsilon_2',['epsilon',['../structremap_1_1SampleSize.html#ae3087828f3e5fe016c5f9d0685b537cc',1,'remap::SampleSize']]],
  ['equivalence_3',['equivalence',['../structremap_1_1SessionOptions.html#acb3ad7153638675cefc4f7488fea9f91',1,'remap::SessionOptions']]],
  ['equivalence_5fquestions_4',['equivalence_questions',['../structremap_1_1SessionCounts.html#ad065151cd6a3335dfab39453d692d8aa',1,'remap::SessionCounts']]]
];
