#include "tools/net/memory_budget.hpp"

namespace podreel::net {

void MemoryBudget::State::add(MemoryUse use, std::size_t bytes) noexcept {
  used[static_cast<std::size_t>(use)] += bytes;
  total += bytes;
}

void MemoryBudget::State::subtract(MemoryUse use, std::size_t bytes) noexcept {
  used[static_cast<std::size_t>(use)] -= bytes;
  total -= bytes;
}

bool MemoryBudget::State::is_exceeded_by(MemoryUse use) const noexcept {
  if (total > limit) return true;
  return use == MemoryUse::bodies && used[static_cast<std::size_t>(use)] > limit / 8;
}

MemoryBudget::Charge& MemoryBudget::Charge::operator=(Charge&& other) noexcept {
  if (this == &other) return *this;
  give_back();
  state_ = std::move(other.state_);
  use_ = other.use_;
  bytes_ = std::exchange(other.bytes_, 0);
  return *this;
}

void MemoryBudget::Charge::resize(std::size_t bytes) noexcept {
  if (!state_) return;
  if (bytes > bytes_) {
    state_->add(use_, bytes - bytes_);
  } else {
    state_->subtract(use_, bytes_ - bytes);
  }
  bytes_ = bytes;
}

bool MemoryBudget::Charge::try_resize(std::size_t bytes) noexcept {
  if (!state_) return false;
  const std::size_t before = bytes_;
  resize(bytes);
  if (bytes <= before || !state_->is_exceeded_by(use_)) return true;
  resize(before);
  return false;
}

void MemoryBudget::Charge::give_back() noexcept {
  if (state_) state_->subtract(use_, std::exchange(bytes_, 0));
}

std::size_t MemoryBudget::used() const noexcept {
  return state_->total;
}

std::size_t MemoryBudget::used(MemoryUse use) const noexcept {
  return state_->used[static_cast<std::size_t>(use)];
}

MemoryBudget::Charge MemoryBudget::charge(MemoryUse use, std::size_t bytes) const {
  Charge made{state_, use};
  made.resize(bytes);
  return made;
}

std::optional<MemoryBudget::Charge> MemoryBudget::try_charge(MemoryUse use, std::size_t bytes) const {
  Charge made{state_, use};
  if (!made.try_resize(bytes)) return std::nullopt;
  return made;
}

}  // namespace podreel::net
