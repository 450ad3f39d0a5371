// What the first line of a log says about a person who teaches, in the terminal or on a page.
#pragma once

#include <string>
#include <vector>

#include "remap/formats/session_head.hpp"
#include "teachers/wording.hpp"

namespace remap {

struct PersonSettings {
  /// How many events a sequence may have that a person is asked about.
  static constexpr std::size_t usual_longest = 12;

  std::vector<std::string> names = {};        // of letters, one each; empty: their own
  std::vector<std::string> value_names = {};  // of outputs, likewise
  std::size_t longest = usual_longest;
  std::string world = {};  // in which letters are places to go to; empty: none
  std::string story = {};  // what it is about, said before the first question; may be empty
};

Settings write_person(const PersonSettings& person);
/// Throws InputError when the line does not fit its letters and outputs.
PersonSettings read_person(const SessionHead& head);
/// Whether a person answers the session of a first line.
bool by_person(const SessionHead& head);
/// How that person reads letters and values.
Wording wording_for(const SessionHead& head);

}  // namespace remap
