// Reference count of shared objects.
#pragma once

#include <cstdint>

#if __has_include(<ext/atomicity.h>)
#include <ext/atomicity.h>
#else
#include <atomic>
#endif

namespace podreel::memory {

#if __has_include(<ext/atomicity.h>)

/// Begins at one. Counts with locked instructions only where the process has several threads, as std::shared_ptr does.
class HolderCount {
 public:
  [[gnu::always_inline]] void add() noexcept { __gnu_cxx::__atomic_add_dispatch(&count_, 1); }
  /// True if that was the last one.
  [[nodiscard, gnu::always_inline]] bool remove() noexcept {
    return __gnu_cxx::__exchange_and_add_dispatch(&count_, -1) == 1;
  }
  [[nodiscard]] bool is_one() const noexcept { return __atomic_load_n(&count_, __ATOMIC_ACQUIRE) == 1; }

 private:
  _Atomic_word count_ = 1;
};

#else

/// Begins at one.
class HolderCount {
 public:
  void add() noexcept { count_.fetch_add(1, std::memory_order_relaxed); }
  /// True if that was the last one.
  [[nodiscard]] bool remove() noexcept { return count_.fetch_sub(1, std::memory_order_acq_rel) == 1; }
  [[nodiscard]] bool is_one() const noexcept { return count_.load(std::memory_order_acquire) == 1; }

 private:
  std::atomic<std::int32_t> count_ = 1;
};

#endif

}  // namespace podreel::memory
