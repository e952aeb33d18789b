// A page for a change ticket: sentences, lists and tables, as Markdown or HTML.
#pragma once

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace podreel::cli {

struct TicketTable {
  std::vector<std::string> header{};
  /// As many cells as the header has.
  std::vector<std::vector<std::string>> rows{};
};

/// What is empty of it is left out.
struct TicketSection {
  std::string title{};
  std::vector<std::string> sentences{};
  TicketTable table{};
  std::vector<std::string> items{};
};

/// All text is plain: whatever it holds, it is shown as it is.
struct Ticket {
  std::string title;
  std::vector<TicketSection> sections;
};

/// CommonMark with GitHub's tables.
void print_markdown(std::ostream& out, const Ticket& ticket);
/// One file that needs nothing else.
void print_html(std::ostream& out, const Ticket& ticket);

/// On one line, with what Markdown would take for its own after backslashes.
[[nodiscard]] std::string markdown_text(std::string_view text);

}  // namespace podreel::cli
