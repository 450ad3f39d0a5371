// Leans on a header it does not include, so the check for such headers must find it.
#pragma once

inline std::vector<int> numbers() { return {1, 2, 3}; }
