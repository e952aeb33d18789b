// Everything that is written as one text: spans, instants, quantities, releases, gates, policies, images, hashes, names
// of files, answers at the keyboard. What is printed of a value is read as that value.
#include <sstream>
#include <variant>

#include "engine/api/amount.hpp"
#include "engine/api/image_reference.hpp"
#include "engine/api/printable.hpp"
#include "engine/api/quantity.hpp"
#include "engine/api/timestamp.hpp"
#include "engine/decide/named_policies.hpp"
#include "engine/identity/container_hash.hpp"
#include "engine/release/release.hpp"
#include "runtime_fake/glob.hpp"
#include "scenarios/format/load.hpp"
#include "scenarios/format/shapes/duration.hpp"
#include "tests/fuzz/target.hpp"
#include "tools/cli/arguments/gate_list.hpp"
#include "tools/cli/run/step_command.hpp"
#include "tools/cli/test/golden.hpp"
#include "tools/files/bad_input.hpp"

namespace podreel::fuzz {

namespace {

void read_span(std::string_view input) {
  const auto read = format::parse_duration(input);
  const auto* span = std::get_if<sim::Duration>(&read);
  if (span == nullptr) return;
  require(*span >= sim::Duration{} && *span <= format::max_duration, "a span within its bounds", input);
  const auto again = format::parse_duration(format::duration_text(*span));
  require(std::get_if<sim::Duration>(&again) != nullptr && std::get<sim::Duration>(again) == *span,
          "a span is read as it is printed", input);
}

void read_instant(std::string_view input) {
  const std::optional<sim::Time> instant = api::parse_timestamp(input);
  if (!instant) return;
  const std::string printed = api::format_timestamp(*instant);
  require(api::parse_timestamp(printed) == sim::truncated_to_seconds(*instant), "an instant is read as it is printed",
          input);
}

void read_quantity(std::string_view input) {
  static_cast<void>(api::parse_old_quantity(input));
  std::optional<api::Quantity> quantity = api::Quantity::parse(input);
  if (!quantity) return;
  const std::optional<api::Quantity> again = api::Quantity::parse(quantity->canonical());
  // Of what needs more than E, upstream prints the number alone.
  static const api::Quantity too_large = *api::Quantity::parse("1000E");
  static const api::Quantity too_small = *api::Quantity::parse("-1000E");
  const bool has_suffix = *quantity<too_large&& * quantity> too_small;
  require(again && (*again == *quantity || !has_suffix), "a quantity is read as it is printed", input);
  static_cast<void>(api::whole_value(input));
  static_cast<void>(api::milli_value(input));
  static_cast<void>(api::nano_units(input));
  quantity->round_up_to_milli();
  static_cast<void>(quantity->text());
}

void read_names(std::string_view input) {
  if (const auto release = release::parse_release(input)) {
    require(release::parse_release(release::to_string(*release)) == release, "a release is read as it is printed",
            input);
  }
  static_cast<void>(decide::parse_policy(input));
  static_cast<void>(identity::parse_hash(input));
  static_cast<void>(api::parse_image_reference(input));
  static_cast<void>(api::default_pull_policy(input));
  static_cast<void>(runtime_fake::glob_matches(input, "default/web-0"));
  static_cast<void>(cli::golden_difference("web.golden.jsonl", std::string{input}, "seen\n"));
}

void read_gates(const std::string& input) {
  std::ostringstream out;
  cli::Context context{.out = out, .diagnostics = out, .out_terminal = {}, .diagnostics_terminal = {}};
  try {
    static_cast<void>(cli::parse_gate_list(input, {release::oldest_release(), release::newest_release()}, context));
  } catch (const cli::BadInput&) {
  }
}

void press_keys(std::string_view input) {
  cli::StepKeys keys;
  for (const char key : input) static_cast<void>(keys.press(key));
  static_cast<void>(cli::step_command(input));
}

/// `--set v=…`.
void read_variable(const std::string& input) {
  static const api::LoadedFile file = api::load_documents(
      R"({"apiVersion": "podreel.dev/v1alpha1", "kind": "Scenario", "metadata": {"name": "s"}, "spec": {
        "variables": {"v": 1, "text": "x"}, "seed": "${v}", "description": "a ${text}", "timeline": []}})",
      "s.json");
  format::LoadOptions options;
  options.variables = {{"v", input}, {"text", input}};
  static_cast<void>(format::load_scenarios(file, "s.json", options));
}

void read_texts(std::string_view input) {
  read_span(input);
  read_instant(input);
  read_quantity(input);
  read_names(input);
  press_keys(input);
  read_gates(std::string{input});
  read_variable(std::string{input});
  static_cast<void>(api::printable_line(input));
  static_cast<void>(api::printable_text(input));
}

const AddedTarget added_texts{"texts", read_texts};

}  // namespace

}  // namespace podreel::fuzz
