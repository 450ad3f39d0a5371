// The questions that tell likely machines apart, for their price in seconds.
//
// Candidates are shortest words on which two likely machines differ, the same with events put in that change nothing in
// the best machine (each is a further test, read in little time), and walks; the best are then changed a little, some
// times. Each is asked about as a placement or as a comparison with an example, whichever is expected to tell more
// about the machine per second. Further questions are judged by what they tell beyond the earlier ones.
#pragma once

#include <functional>

#include "posterior/search/pool.hpp"

namespace remap::posterior {

struct Question {
  Word word;
  std::optional<Output> beside;  // compare with an example of this class; otherwise: of which class is it?
  Word example;
  double bits = 0;     // expected information
  double seconds = 0;  // assumed
};

/// How a question may be put.
struct Forms {
  bool placements = true, comparisons = true;
};

struct Judged {
  std::vector<const Machine*> machines;  // best first
  std::vector<double> weights;           // sum 1
};
/// The first machines of a pool. While the best one's weight is above `flattest`, weights are raised to a power that
/// lowers it to that.
Judged judged_by(const Pool& pool, std::size_t most, double flattest);

class Asking {
 public:
  Asking(const Space& space, const Numbers& numbers, const Evidence& evidence, const Rates& rates, Forms forms,
         Random& random);
  /// At most `most` questions, best first; none if nothing can be learned from a word that was not asked about.
  std::vector<Question> ask(const Judged& judged, std::size_t most);

 private:
  struct Form {
    int beside = -1;  // -1: a placement
    Word example;
    bool stays = false;
    int answers = 0;
    std::array<std::array<double, most_classes>, most_classes> chance{}, information{};  // by answer, class; p log p
    std::array<int, most_classes> truth{};                                               // the right answer, by class
  };
  struct Candidate {
    Word word;
    std::vector<std::uint8_t> classes;  // in each of the machines
    std::size_t form = 0;
    double bits = 0, seconds = 0, value = 0;  // of the best form
  };

  void add_form(int beside, const Rates& rates);
  void collect(const Judged& judged, bool after_ends);
  void take(Word word, bool after_ends);
  void stuff(const Word& word, bool after_ends);
  void polish(bool after_ends);
  void judge(Candidate& candidate) const;
  void split_groups(const Candidate& chosen);
  [[nodiscard]] double seconds(const Form& form, const Word& word) const;
  int below(int bound) { return static_cast<int>(random_.below(static_cast<std::uint64_t>(bound))); }

  const Space& space_;
  const Numbers& numbers_;
  const Evidence& evidence_;
  Random& random_;
  std::vector<Form> forms_;
  const Judged* judged_ = nullptr;
  std::vector<std::uint16_t> groups_;  // of machines that the questions chosen before do not tell apart
  std::size_t group_count_ = 1;
  std::vector<Candidate> candidates_;
  std::set<Word> taken_;
};

}  // namespace remap::posterior
