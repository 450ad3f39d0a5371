var searchData=
[
  ['random_0',['Random',['../classremap_1_1Random.html#ae8a89e203259d021dcd973369eaceb95',1,'remap::Random']]],
  ['random_5fmachine_1',['random_machine',['../namespaceremap.html#a3324b14460620d9bb3be2041bda6c8d7',1,'remap']]],
  ['ranks_2',['ranks',['../classremap_1_1Outputs.html#ad4c003c19be0ba205844bab978638797',1,'remap::Outputs']]],
  ['read_3',['read',['../classremap_1_1DurableRun.html#a4d41c86f6a682b192dfc0d79d76c78ee',1,'remap::DurableRun']]],
  ['read_5fmachine_5ffile_4',['read_machine_file',['../namespaceremap.html#acf2f36bb8abcc61723b9327911ab4d2a',1,'remap']]],
  ['read_5fmethod_5',['read_method',['../namespaceremap.html#a78ed6811d52660c1fd1a791cde514ec9',1,'remap']]],
  ['recognised_5fformat_6',['recognised_format',['../namespaceremap.html#aa85acbb3123a2383243ea0dc5e5f7ce4',1,'remap']]],
  ['reject_7',['reject',['../classremap_1_1MachineTeacher.html#a0026d6ed0ba6774f39acf5826a7049c5',1,'remap::MachineTeacher']]],
  ['replay_8',['replay',['../classremap_1_1DurableRun.html#ab2ef908d07e511ef7556e01ccfc36c45',1,'remap::DurableRun']]],
  ['representative_5fof_9',['representative_of',['../structremap_1_1EquivalenceQuestion.html#a69b373d72fc365caa651e92cbe7682e7',1,'remap::EquivalenceQuestion']]],
  ['restrict_5fletters_10',['restrict_letters',['../namespaceremap.html#af3e9440c77c7837c63d1ee81431fe5c2',1,'remap']]],
  ['retract_11',['retract',['../classremap_1_1DurableRun.html#ae751e2b095ecb52d622e33403b0c641a',1,'remap::DurableRun']]],
  ['right_12',['right',['../classremap_1_1Comparisons.html#a345f85143933d273960dec90a8b3e4f0',1,'remap::Comparisons']]],
  ['row_13',['row',['../classremap_1_1MooreMachine.html#acaed2b4582d16ce0cbad756d20074e08',1,'remap::MooreMachine']]],
  ['run_14',['run',['../classremap_1_1MooreMachine.html#ac9e1ef4d0e32685af58b10fc7bb2e470',1,'remap::MooreMachine']]]
];
