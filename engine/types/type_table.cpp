#include "engine/types/type_table.hpp"

#include <algorithm>
#include <boost/assert.hpp>
#include <string>

#include "engine/api/take_word.hpp"

namespace podreel::types {

namespace {

constexpr release::Release before_all = {0, 0};

using api::take_word;
using Held = std::array<release::ReleaseRange, 2>;

std::optional<release::Release> parse_minor(std::string_view text) {
  if (text.empty()) return std::nullopt;
  return release::Release{std::stoi(std::string{text.substr(text.find('.') + 1)}), 0};
}

/// One range for both forms, or one for each.
Held take_ranges(std::string_view& line, const Held& otherwise) {
  const std::string_view first = take_word(line);
  if (first.empty()) return otherwise;
  const std::string_view second = take_word(line);
  return {parse_range(first), parse_range(second.empty() ? first : second)};
}

bool take_option(std::string_view& json, std::string_view option) {
  if (!json.ends_with(option)) return false;
  json.remove_suffix(option.size());
  return true;
}

FieldRow parse_field(std::string_view line, const Held& of_type) {
  FieldRow row;
  row.name = take_word(line);
  row.go_type = take_word(line);
  row.json = take_word(line);
  row.inlined = take_option(row.json, ",inline");
  row.omit_empty = take_option(row.json, "?");
  row.held = take_ranges(line, of_type);
  return row;
}

}  // namespace

release::ReleaseRange parse_range(std::string_view text) {
  if (text == "all") return {before_all, {}};
  if (text == "none") return {before_all, before_all};
  const std::size_t dash = text.find('-');
  BOOST_ASSERT(dash != std::string_view::npos);
  return {parse_minor(text.substr(0, dash)).value_or(before_all), parse_minor(text.substr(dash + 1))};
}

bool FieldRow::is_in(Api api, std::optional<release::Release> release) const noexcept {
  const release::ReleaseRange& range = held[static_cast<std::size_t>(api)];
  return release ? range.contains(*release) : !range.until || range.since < *range.until;
}

TypeTable::TypeTable(std::string_view text) {
  std::vector<FieldRow>* fields = nullptr;
  Held of_type;
  api::for_each_line(text, [&](std::string_view line, int /*number*/) {
    if (line.front() == '@') {
      read_directive(line);
    } else if (line.front() == ' ') {
      fields->push_back(parse_field(line, of_type));
    } else {
      fields = &types_[take_word(line)];
      of_type = take_ranges(line, {parse_range("all"), parse_range("all")});
    }
  });
}

void TypeTable::read_directive(std::string_view line) {
  const std::string_view directive = take_word(line);
  if (directive == "@observed") {
    while (!line.empty()) observed_.push_back(parse_range(take_word(line)));
    return;
  }
  RenamedType row;
  row.name = take_word(line);
  if (directive == "@renamed") row.before = take_word(line);
  row.range = parse_range(take_word(line));
  (directive == "@renamed" ? renamed_ : packages_).push_back(row);
}

const std::vector<FieldRow>* TypeTable::find(std::string_view type) const {
  const auto found = types_.find(type);
  return found == types_.end() ? nullptr : &found->second;
}

bool TypeTable::is_observed(release::Release release) const noexcept {
  return std::ranges::any_of(observed_, [release](const auto& range) { return range.contains(release); });
}

std::string_view TypeTable::internal_package(release::Release release) const noexcept {
  const auto holds = [release](const RenamedType& package) { return package.range.contains(release); };
  const auto found = std::ranges::find_if(packages_, holds);
  BOOST_ASSERT(found != packages_.end());
  return found->name;
}

}  // namespace podreel::types
