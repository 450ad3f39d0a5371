var searchData=
[
  ['depth_5ffirst_0',['depth_first',['../namespaceremap.html#a14cd5378ea6f553b17c6bd192058cf90af429afb7519cbdf07efd94dad1569353',1,'remap']]],
  ['direct_1',['direct',['../namespaceremap.html#a3509fe1b63caf3b4f9c26eefebe8c5e8a7caa701b2bd5a182b80c72b9bdf88e2d',1,'remap']]],
  ['done_2',['done',['../structremap_1_1Request.html#a285a751e6965b7b96e5f5114fa230374a6b2ded51d81a4403d8a4bd25fa1e57ee',1,'remap::Request']]],
  ['dot_3',['dot',['../namespaceremap.html#ae9b1e307dc15633c23cf271621aada68a69eb76c88557a8211cbfc9beda5fc062',1,'remap']]]
];
