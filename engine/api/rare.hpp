// What most objects do not have.
#pragma once

#include <memory>
#include <utility>

namespace podreel::api {

/// An optional value that takes eight bytes where it is not.
template <class T>
class Rare {
 public:
  Rare() noexcept = default;
  Rare(T value) : value_{std::make_unique<T>(std::move(value))} {}  // NOLINT(google-explicit-constructor)
  Rare(const Rare& other) : value_{other ? std::make_unique<T>(*other) : nullptr} {}
  Rare(Rare&& other) noexcept = default;
  Rare& operator=(Rare other) noexcept {
    value_ = std::move(other.value_);
    return *this;
  }
  ~Rare() = default;

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

  friend bool operator==(const Rare& left, const Rare& right) {
    return left.has_value() == right.has_value() && (!left || *left == *right);
  }

 private:
  std::unique_ptr<T> value_;
};

}  // namespace podreel::api
