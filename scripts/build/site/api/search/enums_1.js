var searchData=
[
  ['confirm_0',['Confirm',['../namespaceremap.html#a63a2a8851bca75c31831fa1cf51f0122',1,'remap']]],
  ['counterexampleorder_1',['CounterexampleOrder',['../namespaceremap.html#a14cd5378ea6f553b17c6bd192058cf90',1,'remap']]]
];
