var searchData=
[
  ['samplesize_0',['SampleSize',['../structremap_1_1SampleSize.html',1,'remap']]],
  ['samplingoptions_1',['SamplingOptions',['../structremap_1_1SamplingOptions.html',1,'remap']]],
  ['samplingteacher_2',['SamplingTeacher',['../classremap_1_1SamplingTeacher.html',1,'remap']]],
  ['session_3',['Session',['../classremap_1_1Session.html',1,'remap']]],
  ['sessioncounts_4',['SessionCounts',['../structremap_1_1SessionCounts.html',1,'remap']]],
  ['sessionhead_5',['SessionHead',['../structremap_1_1SessionHead.html',1,'remap']]],
  ['sessionoptions_6',['SessionOptions',['../structremap_1_1SessionOptions.html',1,'remap']]],
  ['sessionwatcher_7',['SessionWatcher',['../classremap_1_1SessionWatcher.html',1,'remap']]],
  ['settingchoice_8',['SettingChoice',['../structremap_1_1SettingChoice.html',1,'remap']]],
  ['step_9',['Step',['../structremap_1_1MealyMachine_1_1Step.html',1,'remap::MealyMachine']]]
];
