// A budget in bytes, and the charges to it.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

namespace podreel::net {

/// Uses of memory that a server's clients cause.
enum class MemoryUse : std::uint8_t { objects, records, journal, bodies, answers };

/// Counts the bytes that are in use, by use. Copies share the count. Thread-safe.
class MemoryBudget {
  struct State;

 public:
  static constexpr std::size_t mebibyte = std::size_t{1024} * 1024;
  static constexpr std::size_t usual_limit = 512 * mebibyte;
  static constexpr std::size_t num_uses = 5;

  /// Bytes in use until this object is destroyed or emptied by a move. An empty charge has no budget.
  class Charge {
   public:
    Charge() = default;
    ~Charge() { give_back(); }
    Charge(const Charge&) = delete;
    Charge& operator=(const Charge&) = delete;
    Charge(Charge&& other) noexcept
        : state_{std::move(other.state_)}, use_{other.use_}, bytes_{std::exchange(other.bytes_, 0)} {}
    Charge& operator=(Charge&& other) noexcept;

    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
    /// Changes the number of bytes, also beyond the limit.
    void resize(std::size_t bytes) noexcept;
    /// Changes the number of bytes; returns false, without effect, if they do not fit.
    [[nodiscard]] bool try_resize(std::size_t bytes) noexcept;

   private:
    friend MemoryBudget;
    Charge(std::shared_ptr<State> state, MemoryUse use) noexcept : state_{std::move(state)}, use_{use} {}
    void give_back() noexcept;

    std::shared_ptr<State> state_;
    MemoryUse use_ = MemoryUse::objects;
    std::size_t bytes_ = 0;
  };

  explicit MemoryBudget(std::size_t limit = usual_limit) : state_{std::make_shared<State>(limit)} {}

  [[nodiscard]] std::size_t limit() const noexcept { return state_->limit; }
  /// Returns a part of the limit, in eighths: all uses that outlast a request together leave at least two of them.
  [[nodiscard]] std::size_t eighths(std::size_t count) const noexcept { return state_->limit / 8 * count; }
  [[nodiscard]] std::size_t used() const noexcept;
  [[nodiscard]] std::size_t used(MemoryUse use) const noexcept;

  /// Charges the bytes, also beyond the limit.
  [[nodiscard]] Charge charge(MemoryUse use, std::size_t bytes) const;
  /// Charges the bytes; no value if they would exceed the limit, or for bodies an eighth of it.
  [[nodiscard]] std::optional<Charge> try_charge(MemoryUse use, std::size_t bytes) const;

 private:
  struct State {
    explicit State(std::size_t bytes) : limit{bytes} {}
    void add(MemoryUse use, std::size_t bytes) noexcept;
    void subtract(MemoryUse use, std::size_t bytes) noexcept;
    [[nodiscard]] bool is_exceeded_by(MemoryUse use) const noexcept;

    const std::size_t limit;
    std::array<std::atomic<std::size_t>, num_uses> used{};
    std::atomic<std::size_t> total{0};
  };

  std::shared_ptr<State> state_;
};

}  // namespace podreel::net
