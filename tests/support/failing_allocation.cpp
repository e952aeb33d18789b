#include "tests/support/failing_allocation.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <dlfcn.h>
#include <execinfo.h>
#include <new>
#include <string_view>

#include "tests/support/sample.hpp"

namespace {

/// How many allocations are left until one fails; 0: none fails.
thread_local std::size_t countdown = 0;
thread_local bool was_reached = false;

/// Where a library allocates in a destructor, or cannot go back: the program would end, whatever podreel does.
/// nlohmann::json changes its type before it allocates, and its destructor allocates; Asio unwinds a coroutine that is
/// destroyed while it waits by posting to its executor.
constexpr std::array<std::string_view, 2> beyond_repair{"nlohmann", "Scheduler5clear"};

bool is_beyond_repair() {
  std::array<void*, 32> frames{};
  const int depth = backtrace(frames.data(), static_cast<int>(frames.size()));
  for (int frame = 0; frame < depth; ++frame) {
    Dl_info info{};
    if (dladdr(frames[static_cast<std::size_t>(frame)], &info) == 0 || info.dli_sname == nullptr) continue;
    const std::string_view name = info.dli_sname;
    if (std::ranges::any_of(beyond_repair, [name](std::string_view part) { return name.find(part) != name.npos; })) {
      return true;
    }
  }
  return false;
}

void* allocate(std::size_t size) {
  if (countdown > 0 && --countdown == 0) {
    was_reached = true;
    if (!is_beyond_repair()) throw std::bad_alloc{};
  }
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;  // NOLINT(cppcoreguidelines-no-malloc)
  throw std::bad_alloc{};
}

void* allocate_or_null(std::size_t size) noexcept {
  try {
    return allocate(size);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

}  // namespace

void* operator new(std::size_t size) {
  return allocate(size);
}
void* operator new[](std::size_t size) {
  return allocate(size);
}
void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  return allocate_or_null(size);
}
void* operator new[](std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  return allocate_or_null(size);
}
void operator delete(void* memory) noexcept {
  std::free(memory);  // NOLINT(cppcoreguidelines-no-malloc)
}
void operator delete(void* memory, std::size_t /*size*/) noexcept {
  std::free(memory);  // NOLINT(cppcoreguidelines-no-malloc)
}
void operator delete[](void* memory) noexcept {
  std::free(memory);  // NOLINT(cppcoreguidelines-no-malloc)
}
void operator delete[](void* memory, std::size_t /*size*/) noexcept {
  std::free(memory);  // NOLINT(cppcoreguidelines-no-malloc)
}

namespace podreel::testing {

bool survives_failure_of(std::size_t n, const std::function<void()>& action) {
  was_reached = false;
  countdown = n;
  try {
    action();
  } catch (const std::bad_alloc&) {
    // What was wanted.
  }
  countdown = 0;
  return was_reached;
}

std::size_t sweep_allocation_failures(const std::function<void()>& action) {
  std::size_t n = 1;
  while (survives_failure_of(n, action)) n += one_in({.sanitized = 15, .release = 3});
  return n - 1;
}

}  // namespace podreel::testing
