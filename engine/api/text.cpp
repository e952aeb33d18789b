#include "engine/api/text.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <new>

namespace podreel::api {

/// The characters stand behind it.
struct Text::Characters {
  std::atomic<std::uint32_t> holders{1};
  std::uint32_t size;

  [[nodiscard]] char* first() noexcept { return reinterpret_cast<char*>(this + 1); }
};

namespace {

/// Longer ones are not expected to repeat.
constexpr std::size_t repeated_size_max = 128;
constexpr std::size_t remembered_texts = 1024;

}  // namespace

std::string_view Text::view() const noexcept {
  return characters_ == nullptr ? std::string_view{} : std::string_view{characters_->first(), characters_->size};
}

Text::Characters* Text::characters_of(std::string_view text) {
  if (text.empty()) return nullptr;
  if (text.size() > repeated_size_max) return copy_of(text);
  thread_local std::array<Text, remembered_texts> remembered;
  Text& last = remembered[std::hash<std::string_view>{}(text) % remembered_texts];
  if (last.view() != text) {
    Text made;
    made.characters_ = copy_of(text);
    last = std::move(made);
  }
  hold(last.characters_);
  return last.characters_;
}

Text::Characters* Text::copy_of(std::string_view text) {
  void* memory = ::operator new(sizeof(Characters) + text.size());
  auto* characters = new (memory) Characters{.size = static_cast<std::uint32_t>(text.size())};
  text.copy(characters->first(), text.size());
  return characters;
}

void Text::hold(Characters* characters) noexcept {
  if (characters != nullptr) characters->holders.fetch_add(1, std::memory_order_relaxed);
}

void Text::release(Characters* characters) noexcept {
  if (characters->holders.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  characters->~Characters();
  ::operator delete(characters);
}

}  // namespace podreel::api
