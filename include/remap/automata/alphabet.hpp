// Input alphabets: an ordered list of named letters.
//
// A plain alphabet has opaque letters. A propositional alphabet names its letters after sets of propositions and knows,
// for each letter, which propositions hold: usually all subsets ("power set"), but any distinct sets can be chosen,
// since in many worlds only some sets occur. Letters of a power set are ordered by size, then by position. With many
// propositions letters are not listed: every set is a letter, which gets its number when it is first asked for. What
// needs a list then refuses with an InputError.
//
// Alphabets are immutable, and copies share their contents, so copying one is cheap.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "remap/automata/ids.hpp"

namespace remap {

/// A set of propositions: bit i stands for the i-th proposition of the alphabet.
using PropositionSet = std::uint64_t;

/// By size, then by position: the order of the letters of a power set.
[[nodiscard]] bool letter_before(PropositionSet a, PropositionSet b) noexcept;

using Word = std::vector<Letter>;

class Alphabet {
 public:
  /// The same as `plain`, for string literals.
  Alphabet(std::initializer_list<const char*> names) : Alphabet(plain({names.begin(), names.end()})) {}
  /// Opaque letters. Throws InputError if there are none, or if a name is empty or occurs twice.
  static Alphabet plain(std::vector<std::string> names);
  /// All subsets of the propositions, by size, then by position; not listed if there are more than 16 propositions.
  static Alphabet power_set(std::vector<std::string> propositions);
  /// All sets of at most `most` propositions, by size, then by position. Throws InputError if there are more than
  /// 65,536 of them.
  static Alphabet at_most(std::vector<std::string> propositions, std::size_t most);
  /// All subsets, not listed. At most 64 propositions. Equal alphabets of this kind number their letters alike.
  static Alphabet unlisted(std::vector<std::string> propositions);
  /// The empty set and each proposition alone.
  static Alphabet at_most_one(std::vector<std::string> propositions);
  /// The given sets, in the given order. At most 64 propositions.
  static Alphabet of_sets(std::vector<std::string> propositions, std::vector<PropositionSet> sets);

  /// Whether all sets of so many propositions are listed.
  [[nodiscard]] static bool lists(std::size_t propositions) noexcept;
  /// Whether letters are listed. If not, `size`, `names` and `sets` throw InputError.
  [[nodiscard]] bool listed() const noexcept { return contents_->numbered == nullptr; }
  [[nodiscard]] std::size_t size() const { return list().names.size(); }
  [[nodiscard]] const std::vector<std::string>& names() const { return list().names; }
  /// A set of propositions is written `{}`, `{a}`, `{a,b}`.
  [[nodiscard]] const std::string& name(Letter letter) const {
    return listed() ? contents_->names.at(index(letter)) : numbered_name(letter);
  }
  /// Whether it is the number of a letter.
  [[nodiscard]] bool has(Letter letter) const noexcept;
  /// The letter of that name; sets may also be written `a&b`, `a+b` or `a,b`, in any order. `no_letter` if there is
  /// none.
  [[nodiscard]] Letter find(std::string_view name) const;
  /// The set of the alphabet's propositions that a name denotes, whether or not it is a letter. Empty for other names
  /// and for plain alphabets.
  [[nodiscard]] std::optional<PropositionSet> set_named(std::string_view name) const;

  [[nodiscard]] bool propositional() const noexcept { return !contents_->sets.empty() || !listed(); }
  [[nodiscard]] const std::vector<std::string>& propositions() const noexcept { return contents_->propositions; }
  /// Which propositions hold in a letter; only for propositional alphabets.
  [[nodiscard]] PropositionSet set_of(Letter letter) const {
    return listed() ? contents_->sets.at(index(letter)) : numbered_set(letter);
  }
  [[nodiscard]] const std::vector<PropositionSet>& sets() const { return list().sets; }
  /// The letter of a set, `no_letter` if that set is not in the alphabet.
  [[nodiscard]] Letter letter_of(PropositionSet set) const;

  /// All letters if they are listed, otherwise the empty set and each proposition alone.
  [[nodiscard]] std::vector<Letter> simple_letters() const;

  bool operator==(const Alphabet& other) const {
    return contents_ == other.contents_ ||
           (listed() && other.listed() && contents_->names == other.contents_->names &&
            contents_->propositions == other.contents_->propositions && contents_->sets == other.contents_->sets);
  }

 private:
  struct Numbered;  // the letters that were asked for, if they are not listed
  struct Contents {
    std::vector<std::string> names;
    std::vector<std::string> propositions;
    std::vector<PropositionSet> sets;
    std::unordered_map<std::string, Letter> by_name;
    std::unordered_map<PropositionSet, Letter> by_set;
    std::shared_ptr<Numbered> numbered;
  };

  Alphabet(std::vector<std::string> names, std::vector<std::string> propositions, std::vector<PropositionSet> sets);
  explicit Alphabet(std::shared_ptr<const Contents> contents) : contents_(std::move(contents)) {}

  [[nodiscard]] const Contents& list() const {
    if (!listed()) refuse_to_list();
    return *contents_;
  }
  [[noreturn]] void refuse_to_list() const;
  [[nodiscard]] const std::string& numbered_name(Letter letter) const;
  [[nodiscard]] PropositionSet numbered_set(Letter letter) const;

  std::shared_ptr<const Contents> contents_;
};

/// Reads a word: letters separated by blanks, or run together if all letter names are single characters. The empty word
/// is the empty text or `ε`. Throws an InputError that names the unknown letter and its column.
Word parse_word(const Alphabet& alphabet, std::string_view text);

/// Writes a word so that `parse_word` reads it back; the empty word is `ε`.
std::string format_word(const Alphabet& alphabet, const Word& word);

}  // namespace remap
