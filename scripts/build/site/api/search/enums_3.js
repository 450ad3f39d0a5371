var searchData=
[
  ['feedbackstrength_0',['FeedbackStrength',['../namespaceremap.html#a3974a40bb3aa11958c58966140add3e1',1,'remap']]]
];
