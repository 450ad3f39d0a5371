var searchData=
[
  ['valuationkind_0',['ValuationKind',['../namespaceremap.html#a3509fe1b63caf3b4f9c26eefebe8c5e8',1,'remap']]]
];
