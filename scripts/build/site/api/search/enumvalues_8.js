var searchData=
[
  ['lazy_0',['lazy',['../namespaceremap.html#a5e12eaac1444f1d62aad83a0e91a8fafa0ffe34b4e04c2b282c5a388b1ad8aa7a',1,'remap']]],
  ['less_1',['less',['../namespaceremap.html#a539785bdae590541fc2301faaba89f44ae37e8d912e8f7b8f9b5ef9452ba47ff1',1,'remap']]],
  ['lowest_2',['lowest',['../namespaceremap.html#ad6b3b5d50a8fe69c14caba5b7414bf4fa21f25aaeda95888270706e909e7c919d',1,'remap']]],
  ['lstar_3',['lstar',['../namespaceremap.html#a0471b4380ffa453784a540aaae02f891a3658899f4c012a86e85b555369aa0ce2',1,'remap::lstar()'],['../namespaceremap.html#a1414295e2a758e7d7b19c873c747a241a3658899f4c012a86e85b555369aa0ce2',1,'remap::lstar()']]]
];
