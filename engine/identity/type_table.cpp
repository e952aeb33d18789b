#include "engine/identity/type_table.hpp"

#include <boost/assert.hpp>
#include <optional>
#include <string>

#include "engine/identity/take_word.hpp"

namespace podreel::identity {

namespace {

constexpr std::string_view container_types =
#include "engine/identity/types_container.inc"
    ;
constexpr std::string_view pod_types =
#include "engine/identity/types_pod.inc"
    ;

std::optional<release::Release> minor_release(std::string_view text) {
  if (text.empty()) return std::nullopt;
  const int minor = std::stoi(std::string{text.substr(text.find('.') + 1)});
  return release::Release{minor, 0};
}

struct Held {
  release::ReleaseRange range{{0, 0}, {}};
  bool inferred = false;
};

/// "1.8-", "-1.23", "1.16-1.25?".
Held parse_range(std::string_view text) {
  Held held;
  if (text.empty()) return held;
  held.inferred = text.ends_with('?');
  if (held.inferred) text.remove_suffix(1);
  const std::size_t dash = text.find('-');
  BOOST_ASSERT(dash != std::string_view::npos);
  held.range.since = minor_release(text.substr(0, dash)).value_or(release::Release{0, 0});
  held.range.until = minor_release(text.substr(dash + 1));
  return held;
}

TypeRow parse_field(std::string_view line, std::string_view type, const Held& of_type) {
  TypeRow row;
  row.type = type;
  row.field = take_word(line);
  row.go_type = take_word(line);
  std::string_view json = take_word(line);
  const auto take_option = [&json](std::string_view option) {
    if (!json.ends_with(option)) return false;
    json.remove_suffix(option.size());
    return true;
  };
  row.inlined = take_option(",inline");
  row.omit_empty = take_option(",omitempty");
  row.json = json;
  const std::string_view range = take_word(line);
  const Held held = range.empty() ? of_type : parse_range(range);
  row.range = held.range;
  row.inferred = held.inferred;
  return row;
}

void parse_types(std::string_view text, std::vector<TypeRow>& rows) {
  std::string_view type;
  Held of_type;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, length);
    text.remove_prefix(std::min(length + 1, text.size()));
    if (line.empty()) continue;
    if (line[0] == ' ') {
      rows.push_back(parse_field(line, type, of_type));
    } else {
      type = take_word(line);
      of_type = parse_range(take_word(line));
    }
  }
}

}  // namespace

const std::vector<TypeRow>& type_table() {
  static const std::vector<TypeRow> table = [] {
    std::vector<TypeRow> rows;
    parse_types(container_types, rows);
    parse_types(pod_types, rows);
    return rows;
  }();
  return table;
}

}  // namespace podreel::identity
