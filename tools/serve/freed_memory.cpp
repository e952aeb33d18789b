#include "tools/serve/freed_memory.hpp"

#include <cstddef>

/// jemalloc's control function, if the program is linked with it.
extern "C" [[gnu::weak]] int mallctl(const char* name, void* old_value, std::size_t* old_size, void* new_value,
                                     std::size_t new_size);

namespace podreel::serve {

void return_freed_memory() noexcept {
  if (&mallctl == nullptr) return;
  // Without this thread, pages are only returned while the program allocates.
  bool is_enabled = true;
  static_cast<void>(mallctl("background_thread", nullptr, nullptr, &is_enabled, sizeof is_enabled));
}

}  // namespace podreel::serve
