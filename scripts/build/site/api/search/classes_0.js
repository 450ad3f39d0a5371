var searchData=
[
  ['alphabet_0',['Alphabet',['../classremap_1_1Alphabet.html',1,'remap']]],
  ['askedwords_1',['AskedWords',['../classremap_1_1AskedWords.html',1,'remap']]]
];
