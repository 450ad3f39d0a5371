var searchData=
[
  ['machineformat_0',['MachineFormat',['../namespaceremap.html#ae9b1e307dc15633c23cf271621aada68',1,'remap']]]
];
