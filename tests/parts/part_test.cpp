#include "parts/part.hpp"

#include <gtest/gtest.h>

#include "remap/automata/error.hpp"

namespace remap {
namespace {

std::string refusal_of(const char* part, const char* function) {
  try {
    static_cast<void>(find_in_part(part, function));
  } catch (const InputError& error) {
    return error.what();
  }
  return "it was found";
}

TEST(Parts, AreLoadedWhereTestsFindThem) { EXPECT_NE(find_in_part("remap_sha256", "remap_sha256"), nullptr); }

TEST(Parts, AMissingOneIsNamedWithWhatToDo) {
  const std::string sentence = refusal_of("remap_nothing", "remap_nothing");
  EXPECT_NE(sentence.find("remap_nothing.so"), std::string::npos) << sentence;
  EXPECT_NE(sentence.find("install remap again"), std::string::npos) << sentence;
}

TEST(Parts, OfAnotherVersionAreRefused) {
  const std::string sentence = refusal_of("remap_sha256", "remap_sha512");
  EXPECT_NE(sentence.find("remap_sha512"), std::string::npos) << sentence;
}

}  // namespace
}  // namespace remap
