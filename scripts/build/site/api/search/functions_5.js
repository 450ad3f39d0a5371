var searchData=
[
  ['families_0',['families',['../namespaceremap.html#af4be0a026084a05a96d88d4be319c8aa',1,'remap']]],
  ['family_5fmachine_1',['family_machine',['../namespaceremap.html#a4bcc39e7fbdd903510e2f5086f539f25',1,'remap']]],
  ['find_2',['find',['../classremap_1_1Outputs.html#a0959aa97aa514981a5809a53f1dd102a',1,'remap::Outputs::find()'],['../classremap_1_1Alphabet.html#a7b52abb699560f354487e77a0ab24f9f',1,'remap::Alphabet::find()']]],
  ['find_5fcounterexample_3',['find_counterexample',['../namespaceremap.html#aaf1a90ff415a1835cef4ae7a016c5fae',1,'remap::find_counterexample(const MooreMachine &amp;a, const MooreMachine &amp;b, CounterexampleOrder order=CounterexampleOrder::shortest)'],['../namespaceremap.html#a2e2c273567d8e49b03d4b5f15117d35e',1,'remap::find_counterexample(const MooreMachine &amp;a, std::span&lt; const Output &gt; labels_a, const MooreMachine &amp;b, std::span&lt; const Output &gt; labels_b, CounterexampleOrder order)']]],
  ['find_5fhalt_4',['find_halt',['../namespaceremap.html#a2cffe0d7c5147f7d51859f3623c35069',1,'remap']]],
  ['find_5fsetting_5',['find_setting',['../namespaceremap.html#ada0501dcc31c9f67d1de9212387cb2a8',1,'remap']]],
  ['find_5ftask_6',['find_task',['../namespaceremap.html#a59ba65ca130b9b74693ebefb5b7f4849',1,'remap']]],
  ['finish_7',['finish',['../classremap_1_1DurableRun.html#a9cc302c2075222f96a5cb769b20ec9f5',1,'remap::DurableRun::finish(RunTeacher &amp;teacher, RunWatcher *watcher)'],['../classremap_1_1DurableRun.html#ab5be316ea719e853e5f544c021ee442e',1,'remap::DurableRun::finish(Teacher &amp;teacher, SessionWatcher *watcher=nullptr)']]],
  ['finished_8',['finished',['../classremap_1_1Session.html#ab12078654cd33993b84347254cff78c0',1,'remap::Session']]],
  ['for_5fquestion_9',['for_question',['../structremap_1_1SampleSize.html#a48ef9a50283621084d4785b18bf7afb0',1,'remap::SampleSize']]],
  ['format_5fmachine_10',['format_machine',['../namespaceremap.html#ae72c604f08f8ea329841397ec3241814',1,'remap']]],
  ['format_5fnumber_11',['format_number',['../namespaceremap.html#aab0ee9140d047a13a3c1aea7ba36dd5d',1,'remap']]],
  ['format_5fword_12',['format_word',['../namespaceremap.html#a67d5c7c509f83781114c7c9d5934b2ce',1,'remap']]],
  ['formula_13',['Formula',['../classremap_1_1Formula.html#ac5cdba319fe00c9d6cf0d870258bac47',1,'remap::Formula::Formula()=default'],['../classremap_1_1Formula.html#a9c6d64764555457a364d3a6fed02f2fb',1,'remap::Formula::Formula(std::vector&lt; Cube &gt; cubes)']]],
  ['functionteacher_14',['FunctionTeacher',['../classremap_1_1FunctionTeacher.html#af081e9cdac9e1f364cd2cc881e6c3a79',1,'remap::FunctionTeacher']]]
];
