var searchData=
[
  ['machine_0',['machine',['../classremap_1_1Session.html#afe305824a34fa00f3144bd1d72a989ce',1,'remap::Session::machine()'],['../classremap_1_1MachineTeacher.html#a27ddcaffda00f6e47ae41bb9f614ac9a',1,'remap::MachineTeacher::machine()']]],
  ['machine_5ffrom_5fregexes_1',['machine_from_regexes',['../namespaceremap.html#a7e82b8ddd222fff9c63d7e434e04d339',1,'remap']]],
  ['machineteacher_2',['MachineTeacher',['../classremap_1_1MachineTeacher.html#a969d81684bd964b549cb250812bc1f79',1,'remap::MachineTeacher']]],
  ['make_5fid_3',['make_id',['../namespaceremap.html#a999763d4f181f64a9396a32f0510b711',1,'remap']]],
  ['make_5fmethod_4',['make_method',['../namespaceremap.html#aaa79d1ab76fa7cf6d2c47c55df85d493',1,'remap']]],
  ['mealymachine_5',['MealyMachine',['../classremap_1_1MealyMachine.html#ad780635dbcd6bce7aca179ae99f527bf',1,'remap::MealyMachine']]],
  ['method_6',['method',['../classremap_1_1DurableRun.html#a01f73ff727ed6b27030dc9b1f3cb061e',1,'remap::DurableRun']]],
  ['method_5fsettings_7',['method_settings',['../namespaceremap.html#a157df0c19fddf06473b34c61683547d5',1,'remap']]],
  ['minimal_5fdnf_8',['minimal_dnf',['../namespaceremap.html#aca08060cdfd4944bdce9686e8b21937c',1,'remap']]],
  ['minimise_9',['minimise',['../namespaceremap.html#aeb11524b92816869c2e897ede0adf3ed',1,'remap::minimise(const MooreMachine &amp;machine)'],['../namespaceremap.html#af03576d4386d3d7016c4220f12ed704a',1,'remap::minimise(const MealyMachine &amp;machine)']]],
  ['misuse_10',['Misuse',['../classremap_1_1Misuse.html#a9881df71f8cf80c0369739d1b26fe651',1,'remap::Misuse']]],
  ['mooremachine_11',['MooreMachine',['../classremap_1_1MooreMachine.html#a28f96656383414f257f4e2c7f091b15d',1,'remap::MooreMachine']]],
  ['most_5fcomparisons_5fleft_12',['most_comparisons_left',['../classremap_1_1Session.html#a025a9f618f43fc6c568e4cf4c23fd4bd',1,'remap::Session']]]
];
