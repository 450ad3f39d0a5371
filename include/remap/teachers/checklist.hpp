// Words by which a hypothesis can be checked by hand.
#pragma once

#include <vector>

#include "remap/automata/moore.hpp"

namespace remap {

/// Words that between them take every transition that can be reached, shortest first: a shortest way to each state,
/// followed by each letter that does not begin the shortest way to another state. At most `limit` of them.
std::vector<Word> checklist(const MooreMachine& machine, std::size_t limit);

}  // namespace remap
