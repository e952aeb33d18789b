// `-o`: the output format of a verb.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <vector>

namespace CLI {
class App;
}

namespace podreel::cli {

enum class OutputFormat : std::uint8_t {
  table,
  wide,
  json,
  yaml,
  jsonl,
  sarif,
  html,
  markdown,
  junit,
  batch_case,
  name
};

/// Declares `-o FORMAT`; the first of `accepted` is the default and is stored in `format`. `format` must outlive
/// `verb`.
void add_output_format(CLI::App& verb, OutputFormat& format, const std::vector<OutputFormat>& accepted);

/// Declares `--no-headers`, which sets `has_headers` to false. `has_headers` must outlive `verb`.
void add_no_headers(CLI::App& verb, bool& has_headers);

/// Returns whether `format` is table or wide.
[[nodiscard]] bool is_table(OutputFormat format) noexcept;

/// Prints one document: JSON (four spaces) and YAML as kubectl does, JSON Lines on one line.
/// `format` is json, yaml, jsonl or sarif (which is JSON).
void print_document(std::ostream& out, OutputFormat format, const nlohmann::ordered_json& document);

}  // namespace podreel::cli
