var searchData=
[
  ['canonical_0',['canonical',['../namespaceremap.html#ad7bc64b2617f3cc0ce2e937f55303bfa',1,'remap']]],
  ['chance_1',['chance',['../classremap_1_1Random.html#a82e081cce57c1e2cbaf15aefcef611ff',1,'remap::Random']]],
  ['change_2',['change',['../classremap_1_1DurableRun.html#a615bbc6c33c7491af61d2aec7bf98d4a',1,'remap::DurableRun']]],
  ['check_3',['check',['../structremap_1_1SampleSize.html#a03281f90fe3b42de8660a8fb96541006',1,'remap::SampleSize']]],
  ['check_5fdeterministic_4',['check_deterministic',['../namespaceremap.html#a6ad74cff062c83d2d43bd3f50eb5b862',1,'remap']]],
  ['check_5fmachine_5fextension_5',['check_machine_extension',['../namespaceremap.html#a5b96a41fd39990e7f009e61c15f4136e',1,'remap']]],
  ['compare_6',['compare',['../classremap_1_1MachineTeacher.html#af48eaf730f82ae1ef8b7785b38963b1d',1,'remap::MachineTeacher::compare()'],['../classremap_1_1ProcessTeacher.html#abcfc9bdef21b6c7793a6c50c311e3f31',1,'remap::ProcessTeacher::compare()'],['../classremap_1_1Teacher.html#a7d5b59f8c24328f05c8fc3fd280534ae',1,'remap::Teacher::compare()'],['../classremap_1_1FunctionTeacher.html#a8f8122f74d61943e275de8fce6ca6a85',1,'remap::FunctionTeacher::compare()']]],
  ['compared_7',['compared',['../namespaceremap.html#af39cc2a0f65d1d122916a919ca445806',1,'remap']]],
  ['comparisons_8',['comparisons',['../classremap_1_1Unsettled.html#a3fc9fc8b8b38800400a3c5df78646759',1,'remap::Unsettled']]],
  ['comparisons_9',['Comparisons',['../classremap_1_1Comparisons.html#ac519bf8048173d636bcbd9793850f2f0',1,'remap::Comparisons::Comparisons()=default'],['../classremap_1_1Comparisons.html#ab7593d68ce8ff19866d394a3a797a6ff',1,'remap::Comparisons::Comparisons(const WordTree &amp;words, std::span&lt; const Comparison &gt; pairs, bool again=false) noexcept']]],
  ['complete_10',['complete',['../namespaceremap.html#a7d68e55612b102631c84757dd52b1003',1,'remap::complete()'],['../classremap_1_1MealyMachine.html#a70ecbf622160dac4917f8c2df8e74378',1,'remap::MealyMachine::complete()']]],
  ['contradiction_11',['Contradiction',['../classremap_1_1Contradiction.html#a47d7a6f32b9832e7995c4fcbb5cff936',1,'remap::Contradiction']]],
  ['counts_12',['counts',['../classremap_1_1Session.html#aafc9c9e6cc26b606b92ac3a5a22c350f',1,'remap::Session']]],
  ['create_13',['create',['../classremap_1_1DurableRun.html#a25d0ed1e38f400a404883e4ea1492303',1,'remap::DurableRun']]],
  ['cubes_14',['cubes',['../classremap_1_1Formula.html#a091388562cca70ff1c49e55ecab1dfaf',1,'remap::Formula']]]
];
