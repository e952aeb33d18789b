#include "tests/fuzz/memory_file.hpp"

#include <stdexcept>
#include <sys/mman.h>
#include <unistd.h>

namespace podreel::fuzz {

MemoryFile::MemoryFile(std::string_view text)
    : descriptor_{::memfd_create("input", MFD_CLOEXEC)}, path_{"/proc/self/fd/" + std::to_string(descriptor_)} {
  if (descriptor_ < 0) throw std::runtime_error{"no file in memory"};
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor_, text.data(), text.size());
    if (written <= 0) throw std::runtime_error{"a file in memory is not written"};
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

MemoryFile::~MemoryFile() {
  ::close(descriptor_);
}

}  // namespace podreel::fuzz
