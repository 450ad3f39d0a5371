// Which commands this user has begun a session with on this machine. The log of a session holds a shell command that
// `remap resume` runs, so a log that came from elsewhere is code from elsewhere.
//
// A session has a random number, and a file of that name in the user's state folder holds its command
// ($XDG_STATE_HOME/remap/begun, or ~/.local/state/remap/begun). Nobody else can write there.
#pragma once

#include <string>

namespace remap::cli {

/// 32 hexadecimal digits nobody can guess.
std::string new_session_number();

/// Whether the session of that number was begun here with that command.
bool begun_here(const std::string& number, const std::string& command);

/// Remembers that it was. Where that is impossible, nothing is said: `remap resume` then asks.
void remember_begun(const std::string& number, const std::string& command);
/// It was not, after all.
void forget_begun(const std::string& number);

}  // namespace remap::cli
