// Parts of the tool in files of their own (*.so), loaded when they are first needed: their libraries take longer to
// load than most commands take to run. A part offers one C function and uses nothing of the tool. Both come from one
// build, so the arguments may be of any type. An exception may leave a part only if it is one of the standard library
// or derives from those.
#pragma once

namespace remap {

/// The address of a part's function; it stays valid. Throws InputError if the part is not installed. It is looked for
/// beside the program, in the folder of installed parts, and where the linker looks for libraries.
void* find_in_part(const char* part, const char* function);

/// The same, as a function of the type with which the part's header declares it.
template <class Function>
Function* function_of_part(const char* part, const char* function) {
  return reinterpret_cast<Function*>(find_in_part(part, function));
}

}  // namespace remap
