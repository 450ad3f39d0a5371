var searchData=
[
  ['function_0',['Function',['../classremap_1_1FunctionTeacher.html#a37089e49fc74c8eddd0df43e71b3dafa',1,'remap::FunctionTeacher']]]
];
