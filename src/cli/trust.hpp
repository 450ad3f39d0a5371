// The commands with which this user has started sessions on this machine. The log of a session contains a shell command
// that `remap resume` runs, so a log from elsewhere is code from elsewhere.
//
// A session has a random id, and a file of that name in the user's state folder ($XDG_STATE_HOME/remap/begun, or
// ~/.local/state/remap/begun) contains its command. No other user can write there.
#pragma once

#include <string>

namespace remap::cli {

/// 32 random hexadecimal digits that cannot be guessed.
std::string new_session_number();

/// Whether the session with that id was started here with that command.
bool begun_here(const std::string& number, const std::string& command);

/// Records that it was. Failure is ignored: `remap resume` then requires `--trust-command`.
void remember_begun(const std::string& number, const std::string& command);
/// Removes that record.
void forget_begun(const std::string& number);

}  // namespace remap::cli
