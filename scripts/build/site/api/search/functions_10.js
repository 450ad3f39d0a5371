var searchData=
[
  ['task_5fmachine_0',['task_machine',['../namespaceremap.html#a23321fa75977e0d3bd6aa2b7ef7953dc',1,'remap']]],
  ['tasks_1',['tasks',['../namespaceremap.html#ab5cfecc32f61e779411c5f78b83aab20',1,'remap']]],
  ['terminal_2',['terminal',['../classremap_1_1MealyMachine.html#a8ff107d4b0a9d09e159d8baef1f5c06f',1,'remap::MealyMachine']]],
  ['text_3',['text',['../classremap_1_1Formula.html#a764b6572bd696422171e775dc406c175',1,'remap::Formula']]],
  ['to_5fmealy_4',['to_mealy',['../namespaceremap.html#ab02267976798dce313d1da5a33309e91',1,'remap::to_mealy(const RewardMachine &amp;machine, Alphabet alphabet)'],['../namespaceremap.html#a91f72c800cdc8cffd64149344a7fed44',1,'remap::to_mealy(const MooreMachine &amp;machine)']]],
  ['to_5fmoore_5',['to_moore',['../namespaceremap.html#a1b96de65f49b652fa01dc487840e0e9b',1,'remap::to_moore(const RewardMachine &amp;machine)'],['../namespaceremap.html#aa8dc8490b1708d7ec26bb508fd90ff78',1,'remap::to_moore(const RewardMachine &amp;machine, Alphabet alphabet)'],['../namespaceremap.html#a13bd12af45a5a41f94419816350491e5',1,'remap::to_moore(const MealyMachine &amp;machine, const Undefined &amp;undefined={})']]],
  ['to_5freward_5fmachine_6',['to_reward_machine',['../namespaceremap.html#a511dbb1f2e2be7061976af6b33bdcf61',1,'remap']]],
  ['toofewoutputs_7',['TooFewOutputs',['../classremap_1_1TooFewOutputs.html#ad02eac19d436163bdf8cdad77cc0cd03',1,'remap::TooFewOutputs']]],
  ['torn_8',['torn',['../classremap_1_1DurableRun.html#ad822d66e343293b010fb8d7c0164e0d2',1,'remap::DurableRun']]]
];
