#include "tools/cli/arguments/label_query.hpp"

#include <fmt/format.h>
#include <utility>

#include "engine/api/label_selector_text.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/text/shown_text.hpp"

namespace podreel::cli {

api::LabelSelector label_query(const std::string& text) {
  api::ParsedLabelSelector parsed = api::parse_label_selector(text);
  if (parsed.malformed.empty()) return std::move(parsed.selector);
  throw BadInput{
      fmt::format("--selector: found \"{}\"; accepted: label=value, label!=value, label in (a,b), label notin (a,b), "
                  "label, !label",
                  shown(parsed.malformed))};
}

}  // namespace podreel::cli
