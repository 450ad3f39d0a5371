// What the first line of a log says about a person who teaches, at a terminal or on a page.
#pragma once

#include <string>
#include <vector>

#include "remap/formats/session_head.hpp"
#include "remap/runs/settings.hpp"
#include "teachers/person/wording.hpp"

namespace remap {

struct PersonSettings {
  /// The maximum number of events in a sequence shown to a person.
  static constexpr std::size_t usual_longest = 12;

  std::vector<std::string> names = {};        // of letters, one each; empty: their own
  std::vector<std::string> value_names = {};  // of outputs; empty: their own
  std::size_t longest = usual_longest;
  std::string world = {};   // in which letters are places to visit; empty: none
  std::string story = {};   // shown before the first question; may be empty
  std::size_t at_once = 1;  // comparisons asked together, of several people
};

/// What suits a person unless something else was asked for: the learner that asks the shortest sequences, and machines
/// shown early.
void ask_for_people(AskedSettings& asked, const Alphabet& alphabet);
Settings write_person(const PersonSettings& person);
/// Throws InputError if the line does not match its letters and outputs.
PersonSettings read_person(const SessionHead& head);
/// Whether a person answers the session of a first line.
bool by_person(const SessionHead& head);
/// The wording of letters and values for that person.
Wording wording_for(const SessionHead& head);

}  // namespace remap
