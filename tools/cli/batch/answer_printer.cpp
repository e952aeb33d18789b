#include "tools/cli/batch/answer_printer.hpp"

#include <string_view>
#include <utility>

#include "engine/api/printable.hpp"
#include "engine/invariant.hpp"
#include "tools/text/text_table.hpp"
#include "tools/text/yaml_text.hpp"

namespace podreel::cli {

namespace {

using nlohmann::ordered_json;

constexpr std::size_t rows_of_a_page = 10'000;
constexpr std::size_t bytes_of_a_page = std::size_t{4} << 20;

constexpr std::size_t kubectl_indent = 4;

/// Formats `item` as an element of a list that is nested `levels` deep in a document.
std::string json_item(const ordered_json& item, std::size_t levels) {
  const std::string line_break = '\n' + std::string(levels * kubectl_indent, ' ');
  std::string text{line_break};
  for (const char character : api::printable_json(item, static_cast<int>(kubectl_indent))) {
    character == '\n' ? text += line_break : text += character;
  }
  return text;
}

ordered_json list_of(const std::string& name, const ordered_json& items) {
  return name.empty() ? items : ordered_json{{name, items}};
}

}  // namespace

void AnswerPrinter::add(const BatchAnswer& answer) {
  if (format_ != OutputFormat::table) return add_document(answer.document);
  if (shape_.columns.empty()) {
    out_ << api::printable_text(answer.text);
    return;
  }
  texts_ += api::printable_text(answer.text);
  add_row(answer.row);
}

void AnswerPrinter::add_row(std::vector<std::string> row) {
  rows_.push_back(api::printable_lines(std::move(row)));
  if (rows_.size() >= rows_of_a_page || texts_.size() >= bytes_of_a_page) print_page();
}

void AnswerPrinter::add_document(const ordered_json& document) {
  has_list() ? print_item(document) : print_document(out_, format_, document);
  ++documents_;
}

void AnswerPrinter::finish() {
  PODREEL_INVARIANT(rows_.size() < rows_of_a_page, "at most one page of rows is buffered");
  PODREEL_INVARIANT(format_ == OutputFormat::table ? documents_ == 0 : rows_.empty(),
                    "a table takes rows, every other format takes documents");
  if (format_ == OutputFormat::table) return print_page();
  if (!has_list()) return;
  if (documents_ == 0) return print_document(out_, format_, list_of(*shape_.list, ordered_json::array()));
  if (format_ == OutputFormat::json) out_ << (shape_.list->empty() ? "\n]\n" : "\n    ]\n}\n");
}

bool AnswerPrinter::has_list() const {
  return format_ != OutputFormat::jsonl && shape_.list.has_value();
}

void AnswerPrinter::print_page() {
  const bool is_blank = shape_.columns.empty() || (rows_.empty() && pages_ > 0);
  if (is_blank) return;
  TextTable table{shape_.columns};
  for (std::vector<std::string>& row : rows_) table.add(std::move(row));
  const std::string text = table.text();
  out_ << (pages_ == 0 ? text : text.substr(text.find('\n') + 1)) << texts_;
  rows_.clear();
  texts_.clear();
  ++pages_;
}

void AnswerPrinter::print_item(const ordered_json& document) {
  const std::string& list = *shape_.list;
  const bool is_first = documents_ == 0;
  if (format_ == OutputFormat::json) {
    const std::string head = list.empty() ? "[" : "{\n    " + ordered_json(list).dump() + ": [";
    out_ << (is_first ? head : ",") << json_item(document, list.empty() ? 1 : 2);
    return;
  }
  const std::string text = yaml_text(list_of(list, ordered_json::array({document})));
  out_ << std::string_view{text}.substr(is_first || list.empty() ? 0 : text.find('\n') + 1);
}

}  // namespace podreel::cli
