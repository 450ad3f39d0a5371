var searchData=
[
  ['unsure_0',['unsure',['../structremap_1_1SessionCounts.html#a9a232eed45521d672995c9b8afcfddc4',1,'remap::SessionCounts']]]
];
