# Writes the files of the page into a C++ source: cmake -D FOLDER=… -D NAMES=a;b -D OUTPUT=… -P EmbedPage.cmake
set(arrays "")
set(table "")
set(number 0)
foreach(name IN LISTS NAMES)
  file(READ "${FOLDER}/${name}" bytes HEX)
  string(REGEX REPLACE "(................................................................)" "\\1\n" bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
  string(APPEND arrays "constexpr char file_${number}[] = {\n${bytes}};\n")
  string(APPEND table "    {\"${name}\", {file_${number}, sizeof file_${number}}},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE "${OUTPUT}" "#include \"web/assets.hpp\"

namespace remap::web {

namespace {

${arrays}
constexpr Asset all[] = {
${table}};

}  // namespace

std::span<const Asset> assets() { return all; }

}  // namespace remap::web
")
