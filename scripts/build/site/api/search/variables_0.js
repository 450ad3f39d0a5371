var searchData=
[
  ['absorbing_0',['absorbing',['../structremap_1_1SessionOptions.html#a010e0f5e608100d6f6ca6e784e812c30',1,'remap::SessionOptions']]],
  ['agreeing_5frechecks_1',['agreeing_rechecks',['../structremap_1_1RunResult.html#a25edc45790023c9b9378f61f4ac115a9',1,'remap::RunResult']]],
  ['alphabet_2',['alphabet',['../structremap_1_1SessionHead.html#afd73fa980362d09391c62f85ecbd6854',1,'remap::SessionHead']]],
  ['asked_3',['asked',['../structremap_1_1RunResult.html#af0c88c8afdc2ee566ded179e486da3a9',1,'remap::RunResult']]]
];
