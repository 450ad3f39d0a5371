// Machines as tables for people.
#pragma once

#include <string>

#include "cli/choices.hpp"
#include "remap/formats/machine_file.hpp"

namespace remap::cli {

/// The same machine in another form. Throws InputError if it has no such form.
AnyMachine in_form(const AnyMachine& machine, Form form);

/// The most readable form: a reward machine if there is one, otherwise the machine as it is.
AnyMachine readable(const AnyMachine& machine);

/// A one-line description, then the table; at most `rows` rows of it, and a line about omitted ones.
std::string machine_table(const AnyMachine& machine, std::size_t rows = SIZE_MAX);

/// "HALT < 0 < 1"; long lists are truncated.
std::string output_list(const Outputs& outputs);

}  // namespace remap::cli
