var indexSectionsWithContent =
{
  0: "abcdefghijklmnopqrstuvwz~",
  1: "acdefijlmoprstuv",
  2: "r",
  3: "adefilmopqrstz",
  4: "abcdefhijlmnoprstuvw~",
  5: "abcdefghiklmnoprstuvw",
  6: "afpsw",
  7: "acefgklmoprsvw",
  8: "abcdefgjlmnopqrstuvwz"
};

var indexSectionNames =
{
  0: "all",
  1: "classes",
  2: "namespaces",
  3: "files",
  4: "functions",
  5: "variables",
  6: "typedefs",
  7: "enums",
  8: "enumvalues"
};

var indexSectionLabels =
{
  0: "All",
  1: "Classes",
  2: "Namespaces",
  3: "Files",
  4: "Functions",
  5: "Variables",
  6: "Typedefs",
  7: "Enumerations",
  8: "Enumerator"
};

