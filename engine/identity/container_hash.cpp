#include "engine/identity/container_hash.hpp"

#include <array>
#include <charconv>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/api/json_member.hpp"
#include "engine/identity/fnv32a.hpp"
#include "engine/types/defaults.hpp"
#include "engine/types/go_spew.hpp"

namespace podreel::identity {

namespace {

using Json = nlohmann::json;

std::uint32_t adler32(std::string_view bytes) {
  constexpr std::uint32_t modulus = 65521;
  std::uint32_t a = 1;
  std::uint32_t b = 0;
  for (const char byte : bytes) {
    a = (a + static_cast<unsigned char>(byte)) % modulus;
    b = (b + a) % modulus;
  }
  return b << 16 | a;
}

/// A byte as spew prints it in a slice, with the blank before it: " 34".
struct ByteText {
  std::array<char, 4> characters{' '};
  std::size_t length = 1;
};

constexpr std::array<ByteText, 256> byte_texts = [] {
  std::array<ByteText, 256> texts{};
  for (std::size_t byte = 0; byte < texts.size(); ++byte) {
    ByteText& text = texts[byte];
    for (const std::size_t unit : {100U, 10U, 1U}) {
      if (byte >= unit || unit == 1) text.characters[text.length++] = static_cast<char>('0' + byte / unit % 10);
    }
  }
  return texts;
}();

/// Gives `take` the text that spew prints for a byte slice, piece by piece: "([]uint8)[123 34 110]".
template <class Take>
void spew_bytes(std::string_view bytes, const Take& take) {
  take("([]uint8)[");
  std::size_t skipped = 1;
  for (const char byte : bytes) {
    const ByteText& text = byte_texts[static_cast<unsigned char>(byte)];
    take(std::string_view{text.characters.data(), text.length}.substr(skipped));
    skipped = 0;
  }
  take("]");
}

const types::Type& type_for(release::Release release) {
  const bool internal =
      release::container_formula(release).formula == release::ContainerFormula::adler32_of_internal_struct;
  return internal ? types::internal_type(release, "Container") : types::v1_type(release, "Container");
}

bool hashes_struct(release::ContainerFormula formula) {
  return formula == release::ContainerFormula::adler32_of_internal_struct ||
         formula == release::ContainerFormula::fnv32a_of_struct;
}

}  // namespace

ContainerHasher::ContainerHasher(release::Release release, HashOptions options)
    : ContainerHasher(release, type_for(release), options) {}

ContainerHasher::ContainerHasher(release::Release release, const types::Type& type, HashOptions options)
    : release_(release),
      type_(&type),
      formula_(release::container_formula(release).formula),
      escapes_(options.escapes.value_or(json_escapes(release))),
      without_resources_(options.without_resources && release::has_hash_without_resources.contains(release)) {}

void ContainerHasher::write_json(const Json& container, std::string& out, types::FieldMarks* marks) const {
  if (formula_ == release::ContainerFormula::fnv32a_of_name_and_image) {
    types::FieldPath path{marks};
    for (const std::string_view member : {"image", "name"}) {
      out += out.empty() ? '{' : ',';
      path.leave(path.enter_field(member, out.size()));
      types::write_go_string(member, escapes_, out);
      out += ':';
      types::write_go_string(api::string_of(api::find_member(container, member)), escapes_, out);
    }
    out += '}';
    return;
  }
  if (!without_resources_) return types::write_go_json(*type_, container, escapes_, out, marks);
  Json bare = container;
  bare.erase("resources");
  types::write_go_json(*type_, bare, escapes_, out, marks);
}

void ContainerHasher::write_struct(const Json& container, std::string& out, types::FieldMarks* marks) const {
  if (formula_ == release::ContainerFormula::fnv32a_of_struct) return types::spew(*type_, container, {}, out, marks);
  Json defaulted = container;
  types::apply_container_decoder_defaults(defaulted, release_);
  types::spew(*type_, defaulted, {.decimal_quantities = true}, out, marks);
}

std::uint64_t ContainerHasher::hash(const Json& container) const {
  std::string text;
  Fnv32a fnv;
  if (hashes_struct(formula_)) {
    write_struct(container, text, nullptr);
    if (formula_ == release::ContainerFormula::adler32_of_internal_struct) return adler32(text);
    fnv.add(text);
  } else {
    write_json(container, text, nullptr);
    spew_bytes(text, [&fnv](std::string_view piece) { fnv.add(piece); });
  }
  return fnv.value();
}

Preimage ContainerHasher::preimage(const Json& container) const {
  Preimage result;
  if (hashes_struct(formula_)) {
    write_struct(container, result.hashed, &result.marks);
  } else {
    write_json(container, result.json, &result.marks);
    spew_bytes(result.json, [&result](std::string_view piece) { result.hashed += piece; });
  }
  return result;
}

std::uint64_t container_hash(const Json& container, release::Release release, HashOptions options) {
  return ContainerHasher{release, options}.hash(container);
}

types::JsonEscapes json_escapes(release::Release release) {
  return release::writes_short_json_escapes.contains(release) ? types::JsonEscapes::short_control
                                                              : types::JsonEscapes::long_control;
}

std::string hash_text(std::uint64_t hash) {
  return fmt::format("{:x}", hash);
}

std::optional<std::uint64_t> parse_hash(std::string_view text) {
  std::uint64_t hash = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), hash, 16);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return hash;
}

}  // namespace podreel::identity
