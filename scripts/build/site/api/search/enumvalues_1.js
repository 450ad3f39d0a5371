var searchData=
[
  ['best_0',['best',['../namespaceremap.html#a0471b4380ffa453784a540aaae02f891adb82206b1d49042d1a710e9c88c21d36',1,'remap::best()'],['../namespaceremap.html#a1414295e2a758e7d7b19c873c747a241adb82206b1d49042d1a710e9c88c21d36',1,'remap::best()']]]
];
