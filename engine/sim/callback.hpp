// A move-only function<void()> that keeps small captures in place, so that a timer costs no allocation.
#pragma once

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

namespace podreel::sim {

class Callback {
 public:
  /// Captures up to this many bytes are stored inside the callback.
  static constexpr std::size_t inline_capacity = 48;

  Callback() noexcept = default;

  template <class F>
  requires(!std::is_same_v<std::remove_cvref_t<F>, Callback> && std::is_invocable_v<F&>)
      Callback(F&& function) {  // NOLINT(google-explicit-constructor,bugprone-forwarding-reference-overload)
    using Function = std::remove_cvref_t<F>;
    if constexpr (fits<Function>) {
      ::new (static_cast<void*>(storage_)) Function(std::forward<F>(function));
      operations_ = &inline_operations<Function>;
    } else {
      *reinterpret_cast<Function**>(storage_) = new Function(std::forward<F>(function));
      operations_ = &heap_operations<Function>;
    }
  }

  Callback(Callback&& other) noexcept { take(other); }
  Callback& operator=(Callback&& other) noexcept {
    if (this != &other) {
      reset();
      take(other);
    }
    return *this;
  }
  Callback(const Callback&) = delete;
  Callback& operator=(const Callback&) = delete;
  ~Callback() { reset(); }

  explicit operator bool() const noexcept { return operations_ != nullptr; }
  void operator()() { operations_->invoke(storage_); }

  void reset() noexcept {
    if (operations_ != nullptr) std::exchange(operations_, nullptr)->destroy(storage_);
  }

 private:
  struct Operations {
    void (*invoke)(void* storage);
    void (*relocate)(void* from, void* to) noexcept;
    void (*destroy)(void* storage) noexcept;
  };

  template <class F>
  static constexpr bool fits = sizeof(F) <= inline_capacity &&
                               alignof(F) <= alignof(void*) && std::is_nothrow_move_constructible_v<F>;

  template <class F>
  static constexpr Operations inline_operations{
      [](void* storage) { (*static_cast<F*>(storage))(); },
      [](void* from, void* to) noexcept {
        ::new (to) F(std::move(*static_cast<F*>(from)));
        static_cast<F*>(from)->~F();
      },
      [](void* storage) noexcept { static_cast<F*>(storage)->~F(); },
  };

  template <class F>
  static constexpr Operations heap_operations{
      [](void* storage) { (**static_cast<F**>(storage))(); },
      [](void* from, void* to) noexcept { *static_cast<F**>(to) = *static_cast<F**>(from); },
      [](void* storage) noexcept { delete *static_cast<F**>(storage); },
  };

  void take(Callback& other) noexcept {
    operations_ = std::exchange(other.operations_, nullptr);
    if (operations_ != nullptr) operations_->relocate(other.storage_, storage_);
  }

  alignas(void*) std::byte storage_[inline_capacity];
  const Operations* operations_ = nullptr;
};

}  // namespace podreel::sim
