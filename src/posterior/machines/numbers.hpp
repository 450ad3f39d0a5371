// Every number of the method, with its range and the measurement that chose it.
#pragma once

#include <span>
#include <string_view>

namespace remap::posterior {

struct Numbers {
  // the prior of machines that people have in mind
  double person_share = 0.97;
  double person_stays = 0.8, person_moves = 0.13, person_ends = 0.07, person_counts = 2;
  double person_closes = 0.7, person_back = 0.25, person_state = 0.35;
  // the prior of plain machines
  double plain_state = 2, plain_copies = 0.7;
  // of all machines
  double missing_class = 8, needless_event = 3, open_class = 0.5;
  // givers
  double wrong_value = 1e-9, same_rates = 0.5, sides_after = 40, forced_after = 100;
  // search
  double window = 16, pool = 1200, walk = 1500, temper = 150, grafts = 4, settle = 300, refresh = 20, sample = 20000;
  // questions
  double goal = 0.95, judged_by = 256, longest = 16, stuffed = 6, polish = 4, walks = 60, flattest = 0.3;
  double most_near = 0.3, most_wrong = 0.2;
};

struct NumberInfo {
  std::string_view name;
  double Numbers::*value;
  double lowest, highest;
  std::string_view meaning;
  std::string_view chosen_by;
};

std::span<const NumberInfo> number_table();

/// Throws InputError if there is no number of that name, or the value is out of its range.
void set_number(Numbers& numbers, std::string_view name, double value);

}  // namespace remap::posterior
