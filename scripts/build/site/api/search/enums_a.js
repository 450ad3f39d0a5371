var searchData=
[
  ['rankerkind_0',['RankerKind',['../namespaceremap.html#adb5f76e410ca7793f5b7fbfd97718812',1,'remap']]],
  ['rule_1',['Rule',['../structremap_1_1Undefined.html#a3e3e5c0e24f8aa740062e0fc41aa4eff',1,'remap::Undefined']]]
];
