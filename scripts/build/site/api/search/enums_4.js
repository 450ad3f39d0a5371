var searchData=
[
  ['guess_0',['Guess',['../namespaceremap.html#ad6b3b5d50a8fe69c14caba5b7414bf4f',1,'remap']]]
];
