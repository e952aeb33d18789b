#include "engine/identity/preimage_difference.hpp"

#include <algorithm>
#include <string_view>

namespace podreel::identity {

namespace {

/// Index of the last field that begins at or before `offset`; the number of fields if none does.
std::size_t field_at(const types::FieldMarks& marks, std::size_t offset) {
  const auto behind = std::ranges::upper_bound(marks, offset, {}, &types::FieldMark::offset);
  return behind == marks.begin() ? marks.size() : static_cast<std::size_t>(behind - marks.begin()) - 1;
}

bool has_path(const types::FieldMarks& marks, std::string_view path) {
  return std::ranges::any_of(marks, [path](const types::FieldMark& mark) { return mark.path == path; });
}

/// Returns whether a byte ends a field rather than belonging to its value, as far as one byte shows it.
bool ends_field(const std::string& text, std::size_t offset) {
  return offset >= text.size() || std::string_view{" ,}])"}.find(text[offset]) != std::string_view::npos;
}

std::string field_of(const Preimage& before, const Preimage& after, std::size_t offset) {
  const auto at = field_at(after.marks, offset);
  if (at == after.marks.size()) return {};
  if (!ends_field(before.readable(), offset) || !ends_field(after.readable(), offset)) {
    // A field's name differs, or a value.
    if (!has_path(before.marks, after.marks[at].path)) return after.marks[at].path;
    const auto other = field_at(before.marks, offset);
    if (other < before.marks.size() && !has_path(after.marks, before.marks[other].path)) {
      return before.marks[other].path;
    }
    return after.marks[at].path;
  }
  if (at + 1 < after.marks.size() && !has_path(before.marks, after.marks[at + 1].path)) return after.marks[at + 1].path;
  const auto other = field_at(before.marks, offset);
  if (other + 1 < before.marks.size() && !has_path(after.marks, before.marks[other + 1].path)) {
    return before.marks[other + 1].path;
  }
  return after.marks[at].path;
}

/// Some bytes before and behind the place, cut at characters.
std::string excerpt(const std::string& text, std::size_t offset) {
  constexpr std::size_t bytes_before = 30;
  constexpr std::size_t bytes_behind = 50;
  const auto is_continuation = [&text](std::size_t at) {
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80;
  };
  std::size_t begin = offset > bytes_before ? offset - bytes_before : 0;
  std::size_t end = std::min(offset + bytes_behind, text.size());
  while (is_continuation(begin)) ++begin;
  while (is_continuation(end)) ++end;
  std::string piece = text.substr(std::min(begin, text.size()), end - begin);
  std::ranges::replace(piece, '\n', ' ');
  return (begin > 0 ? "…" : "") + piece + (end < text.size() ? "…" : "");
}

}  // namespace

std::optional<PreimageDifference> first_difference(const Preimage& before, const Preimage& after) {
  const std::string& left = before.readable();
  const std::string& right = after.readable();
  if (left == right) return std::nullopt;
  const auto parting = std::ranges::mismatch(left, right);
  PreimageDifference difference;
  difference.offset = static_cast<std::size_t>(parting.in1 - left.begin());
  const bool same_form = before.json.empty() == after.json.empty();
  if (same_form) difference.field = field_of(before, after, difference.offset);
  difference.before = excerpt(left, difference.offset);
  difference.after = excerpt(right, difference.offset);
  return difference;
}

}  // namespace podreel::identity
