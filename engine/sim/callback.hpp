// A move-only function<void()> that keeps small captures in place, so that a timer costs no allocation.
#pragma once

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

#include "engine/memory/recycled_memory.hpp"

namespace podreel::sim {

class Callback {
 public:
  /// Captures up to this many bytes are stored inside the callback. Chosen so that a scheduler's slot is one cache
  /// line.
  static constexpr std::size_t inline_capacity = 40;

  Callback() noexcept = default;

  template <class F>
  requires(!std::is_same_v<std::remove_cvref_t<F>, Callback> && std::is_invocable_v<F&>)
      Callback(F&& function) {  // NOLINT(google-explicit-constructor,bugprone-forwarding-reference-overload)
    using Function = std::remove_cvref_t<F>;
    if constexpr (fits<Function>) {
      ::new (static_cast<void*>(storage_)) Function(std::forward<F>(function));
      operations_ = &inline_operations<Function>;
    } else {
      ::new (static_cast<void*>(storage_)) Boxed<Function>*(new Boxed<Function>{std::forward<F>(function)});
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

  /// Calls once and leaves the callback empty, also if the call throws; cheaper than calling and resetting.
  void consume() { std::exchange(operations_, nullptr)->consume(storage_); }

  /// Asks the memory for what the call will touch, if the capture knows it: that is, has a `prefetch() const noexcept`.
  void prefetch() const noexcept {
    if (operations_ != nullptr && operations_->prefetch != nullptr) operations_->prefetch(storage_);
  }

  void reset() noexcept {
    if (operations_ != nullptr) std::exchange(operations_, nullptr)->destroy(storage_);
  }

 private:
  struct Operations {
    void (*invoke)(void* storage);
    void (*consume)(void* storage);
    void (*relocate)(void* from, void* to) noexcept;
    void (*destroy)(void* storage) noexcept;
    /// Null if the capture has nothing to say.
    void (*prefetch)(const void* storage) noexcept = nullptr;
  };

  template <class F>
  static constexpr bool fits =  // NOLINTNEXTLINE(misc-redundant-expression): it depends on F
      sizeof(F) <= inline_capacity && alignof(F) <= alignof(void*) && std::is_nothrow_move_constructible_v<F>;

  template <class F>
  struct Inline {
    static F& at(void* storage) noexcept { return *std::launder(static_cast<F*>(storage)); }
    static void destroy(void* storage) noexcept { at(storage).~F(); }
    static constexpr auto prefetch() noexcept -> void (*)(const void*) noexcept {
      if constexpr (requires(const F& function) { function.prefetch(); }) {
        return [](const void* storage) noexcept { std::launder(static_cast<const F*>(storage))->prefetch(); };
      } else {
        return nullptr;
      }
    }
  };
  template <class F>
  struct Boxed {
    F function;

    static void* operator new(std::size_t size) { return memory::allocate_recycled(size); }
    static void operator delete(void* box, std::size_t size) noexcept { memory::free_recycled(box, size); }
  };
  template <class F>
  struct Heap {
    static Boxed<F>*& box(void* storage) noexcept { return *std::launder(static_cast<Boxed<F>**>(storage)); }
    static F& at(void* storage) noexcept { return box(storage)->function; }
    static void destroy(void* storage) noexcept { delete box(storage); }
  };

  template <class Place>
  static void invoke_at(void* storage) {
    Place::at(storage)();
  }
  template <class Place>
  static void consume_at(void* storage) {
    struct Guard {  // NOLINT(cppcoreguidelines-special-member-functions): it never leaves this function
      void* storage;
      ~Guard() { Place::destroy(storage); }
    } const guard{storage};
    Place::at(storage)();
  }

  template <class F>
  static constexpr Operations inline_operations{
      &invoke_at<Inline<F>>,
      &consume_at<Inline<F>>,
      [](void* from, void* to) noexcept {
        ::new (to) F(std::move(Inline<F>::at(from)));
        Inline<F>::destroy(from);
      },
      &Inline<F>::destroy,
      Inline<F>::prefetch(),
  };

  template <class F>
  static constexpr Operations heap_operations{
      &invoke_at<Heap<F>>,
      &consume_at<Heap<F>>,
      [](void* from, void* to) noexcept { ::new (to) Boxed<F>*(Heap<F>::box(from)); },
      &Heap<F>::destroy,
  };

  void take(Callback& other) noexcept {
    operations_ = std::exchange(other.operations_, nullptr);
    if (operations_ != nullptr) operations_->relocate(other.storage_, storage_);
  }

  alignas(void*) std::byte storage_[inline_capacity];
  const Operations* operations_ = nullptr;
};

}  // namespace podreel::sim
