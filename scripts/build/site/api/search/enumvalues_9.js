var searchData=
[
  ['made_5fconsistent_0',['made_consistent',['../namespaceremap.html#ae95aa96b3c0e36ba8b6d27883ac19a84ac9e22b02eabcf680fa4a96f68282d279',1,'remap']]],
  ['membership_1',['membership',['../namespaceremap.html#adb5f76e410ca7793f5b7fbfd97718812ab46127d3c32de3d485a478e88b8f6593',1,'remap']]],
  ['middle_2',['middle',['../namespaceremap.html#ad6b3b5d50a8fe69c14caba5b7414bf4fa4a548addbfb239bbd12f5afe11a4b6dc',1,'remap']]]
];
