// Pages for change tickets and results, with sentences, lists and tables, as Markdown or HTML.
#pragma once

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace podreel::cli {

struct TicketTable {
  std::vector<std::string> header{};
  /// Each row has as many cells as the header.
  std::vector<std::vector<std::string>> rows{};
};

/// A section; empty parts are left out.
struct TicketSection {
  std::string title{};
  std::vector<std::string> sentences{};
  TicketTable table{};
  std::vector<std::string> items{};
};

/// A page of plain text; all special characters are escaped. In items, references to upstream's pull requests
/// (kubernetes/kubernetes#1) become links.
struct Ticket {
  std::string title;
  std::vector<TicketSection> sections;
};

/// Prints CommonMark with GitHub's tables.
void print_markdown(std::ostream& out, const Ticket& ticket);
/// Prints one self-contained HTML file.
void print_html(std::ostream& out, const Ticket& ticket);

/// Returns the text on one line, with Markdown's special characters escaped.
[[nodiscard]] std::string markdown_text(std::string_view text);

}  // namespace podreel::cli
