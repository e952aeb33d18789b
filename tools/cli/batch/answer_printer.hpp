// Prints answers as they arrive, with at most one page buffered.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "tools/cli/arguments/output_format.hpp"

namespace podreel::cli {

/// The answer of a verb to one case.
struct BatchAnswer {
  /// For every format except tables; its `id` is that of the case.
  nlohmann::ordered_json document;
  /// For tables.
  std::vector<std::string> row{};
  /// Printed after the table.
  std::string text{};
};

/// The output layout of a verb.
struct BatchShape {
  /// Header of the table; empty: only the answers' texts are printed.
  std::vector<std::string> columns{};
  /// Member under which json and yaml list all answers; "": the document is the list itself; no value: each answer is a
  /// separate document.
  std::optional<std::string> list{};
};

/// Prints a list before all of it is known: a table in pages that are aligned independently, as kubectl aligns the
/// chunks of a long list, and the items of a json or yaml list one by one.
class AnswerPrinter {
 public:
  /// The arguments must outlive the printer.
  AnswerPrinter(std::ostream& out, OutputFormat format, const BatchShape& shape)
      : out_{out}, format_{format}, shape_{shape} {}

  void add(const BatchAnswer& answer);
  /// Adds a row to a table.
  void add_row(std::vector<std::string> row);
  /// Adds a document; only for formats other than tables.
  void add_document(const nlohmann::ordered_json& document);
  /// Must be called after the last answer.
  void finish();

 private:
  void print_page();
  void print_item(const nlohmann::ordered_json& document);
  [[nodiscard]] bool has_list() const;

  std::ostream& out_;
  OutputFormat format_;
  const BatchShape& shape_;
  std::size_t documents_ = 0;
  std::size_t pages_ = 0;
  std::vector<std::vector<std::string>> rows_;
  std::string texts_;
};

}  // namespace podreel::cli
