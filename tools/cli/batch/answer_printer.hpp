// Answers as they come: no more than a page of them is held.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "tools/cli/arguments/output_format.hpp"

namespace podreel::cli {

/// What a verb answers to one case.
struct BatchAnswer {
  /// For every format but a table; its `id` is the case's.
  nlohmann::ordered_json document;
  /// For a table.
  std::vector<std::string> row{};
  /// Printed behind the table.
  std::string text{};
};

/// How the answers of a verb are shown.
struct BatchShape {
  /// The header of the table; none: there is only the answers' text.
  std::vector<std::string> columns{};
  /// The member under which json and yaml list all answers; "": the list is all of the document; none: each answer is a
  /// document of its own.
  std::optional<std::string> list{};
};

/// Prints what `podreel` would print of a list that is not finished: a table in pages, whose columns are aligned each
/// for itself as kubectl aligns the chunks of a long list, and the items of a json or yaml list one by one.
class AnswerPrinter {
 public:
  /// The arguments must outlive it.
  AnswerPrinter(std::ostream& out, OutputFormat format, const BatchShape& shape)
      : out_{out}, format_{format}, shape_{shape} {}

  void add(const BatchAnswer& answer);
  /// A row more of a table.
  void add_row(std::vector<std::string> row);
  /// Where no table is asked for.
  void add_document(const nlohmann::ordered_json& document);
  /// After the last one.
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
