#include "engine/api/text.hpp"

#include <array>
#include <functional>
#include <new>

namespace podreel::api {

namespace {

/// Longer ones are not expected to repeat.
constexpr std::size_t repeated_size_max = 128;
constexpr std::size_t remembered_texts = 1024;

}  // namespace

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

void Text::release(Characters* characters) noexcept {
  if (characters->holders.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  characters->~Characters();
  ::operator delete(characters);
}

}  // namespace podreel::api
