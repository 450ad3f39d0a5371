// Names of letters and outputs for properties of formats.
#pragma once

#include <rapidcheck.h>

#include <string>
#include <vector>

namespace remap::test {

using Names = std::vector<std::string>;

/// Names that a careless writer would break.
inline rc::Gen<std::string> odd_name() {
  const auto piece = rc::gen::element<std::string>(
      "a", "b", "n", "l", "r", "N", "0", "1", " ", "\t", "\n", "\r", "\"", "'", "\\", "|", "{", "}", "<", ">", "/",
      " / ", ",", ";", "#", "//", "ü", "ε", "→", "=", "[", "]", "\"\"", "null", "&amp;", "->", ".", "-", "e");
  return rc::gen::suchThat(rc::gen::map(rc::gen::resize(5, rc::gen::container<Names>(piece)),
                                        [](const Names& pieces) {
                                          std::string name;
                                          for (const std::string& part : pieces) name += part;
                                          return name;
                                        }),
                           [](const std::string& name) { return !name.empty(); });
}

}  // namespace remap::test
