#include "engine/memory/text.hpp"

#include <array>
#include <new>
#include <string>

#include "engine/memory/recycled_memory.hpp"

namespace podreel::memory {

namespace {

/// Longer ones are not expected to repeat.
constexpr std::size_t repeated_size_max = 128;
constexpr std::size_t remembered_texts = 1024;

}  // namespace

Text::Characters* Text::characters_of(std::string_view text) {
  if (text.empty()) return nullptr;
  const std::size_t hash = text_hash(text);
  if (text.size() > repeated_size_max) return copy_of(text, hash);
  thread_local std::array<Text, remembered_texts> remembered;
  Text& last = remembered[hash % remembered_texts];
  if (last.hash() != hash || last.view() != text) {
    Text made;
    made.characters_ = copy_of(text, hash);
    last = std::move(made);
  }
  hold(last.characters_);
  return last.characters_;
}

Text Text::joined(std::span<const std::string_view> parts) {
  std::size_t size = 0;
  for (const std::string_view part : parts) size += part.size();
  std::array<char, repeated_size_max> room;
  std::string long_room(size > room.size() ? size : 0, '\0');
  char* const first = size > room.size() ? long_room.data() : room.data();
  char* end = first;
  for (const std::string_view part : parts) end += part.copy(end, part.size());
  return std::string_view{first, size};
}

bool Text::says(std::string_view text) const noexcept {
  return view() == text;
}

Text::Characters* Text::copy_of(std::string_view text, std::size_t hash) {
  void* memory = allocate_recycled(sizeof(Characters) + text.size());
  auto* characters =
      new (memory) Characters{.holders = {}, .size = static_cast<std::uint32_t>(text.size()), .hash = hash};
  text.copy(characters->first(), text.size());
  return characters;
}

void Text::destroy(Characters* characters) noexcept {
  const std::size_t size = sizeof(Characters) + characters->size;
  characters->~Characters();
  free_recycled(characters, size);
}

}  // namespace podreel::memory
