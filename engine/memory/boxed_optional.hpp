// Optional members that most objects do not have.
#pragma once

#include <memory>
#include <utility>

namespace podreel::memory {

/// An optional value that takes eight bytes where it is not.
template <class T>
// NOLINTNEXTLINE(cppcoreguidelines-special-member-functions): one assignment copies and moves.
class BoxedOptional {
 public:
  BoxedOptional() noexcept = default;
  BoxedOptional(T value) : value_{std::make_unique<T>(std::move(value))} {}  // NOLINT(google-explicit-constructor)
  BoxedOptional(const BoxedOptional& other) : value_{other ? std::make_unique<T>(*other) : nullptr} {}
  BoxedOptional(BoxedOptional&& other) noexcept = default;
  BoxedOptional& operator=(BoxedOptional other) noexcept {
    value_ = std::move(other.value_);
    return *this;
  }
  ~BoxedOptional() = default;

  [[nodiscard]] bool has_value() const noexcept { return value_ != nullptr; }
  explicit operator bool() const noexcept { return has_value(); }
  [[nodiscard]] T& operator*() noexcept { return *value_; }
  [[nodiscard]] const T& operator*() const noexcept { return *value_; }
  [[nodiscard]] T* operator->() noexcept { return value_.get(); }
  [[nodiscard]] const T* operator->() const noexcept { return value_.get(); }

  void reset() noexcept { value_.reset(); }
  template <class... Arguments>
  T& emplace(Arguments&&... arguments) {
    value_ = std::make_unique<T>(std::forward<Arguments>(arguments)...);
    return *value_;
  }

  friend bool operator==(const BoxedOptional& left, const BoxedOptional& right) {
    return left.has_value() == right.has_value() && (!left || *left == *right);
  }

 private:
  std::unique_ptr<T> value_;
};

}  // namespace podreel::memory
