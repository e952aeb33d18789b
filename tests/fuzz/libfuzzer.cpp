// libFuzzer's way into the one target of a program.
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  podreel::fuzz::targets().front().run({reinterpret_cast<const char*>(data), size});
  return 0;
}
