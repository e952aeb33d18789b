#include "tools/text/ticket.hpp"

#include <algorithm>

#include "engine/api/printable.hpp"

namespace podreel::cli {

namespace {

constexpr std::string_view style =
    "body{font:15px/1.5 system-ui,sans-serif;max-width:75rem;margin:2rem auto;padding:0 1rem;color:#1c1c1c;"
    "background:#fff;overflow-wrap:anywhere}.wide{overflow-x:auto;margin:1rem 0}table{border-collapse:collapse;"
    "overflow-wrap:normal}th,td{text-align:left;vertical-align:top;"
    "padding:.25rem .8rem;border-bottom:1px solid #d5d5d5}th{border-bottom-color:#777}h2{margin-top:2rem}"
    "@media(max-width:40rem){body{margin:1rem auto}h1{font-size:1.5rem}th,td{padding:.25rem .5rem}}"
    "@media print{.wide{overflow:visible}table{overflow-wrap:anywhere}}"
    "@media(prefers-color-scheme:dark){body{color:#e6e6e6;background:#161616}th,td{border-color:#444}}";

std::string row_of(const std::vector<std::string>& cells) {
  std::string row = "|";
  for (const std::string& cell : cells) row += " " + markdown_text(cell) + " |";
  return row + "\n";
}

std::string html_row(const std::vector<std::string>& cells, std::string_view tag) {
  std::string row = "<tr>";
  for (const std::string& cell : cells) {
    row += "<";
    row += tag;
    row += ">" + api::printable_xml(cell) + "</";
    row += tag;
    row += ">";
  }
  return row + "</tr>\n";
}

/// Makes links of references to upstream's pull requests in an escaped text. `reference` is the text before their
/// numbers in it; `link` formats a link from an address and its text.
template <class Link>
std::string with_links(std::string text, std::string_view reference, const Link& link) {
  constexpr std::string_view digits = "0123456789";
  for (std::size_t begin = text.find(reference); begin != std::string::npos; begin = text.find(reference, begin)) {
    const std::size_t number = begin + reference.size();
    const std::size_t end = std::min(text.find_first_not_of(digits, number), text.size());
    const std::string address = "https://github.com/kubernetes/kubernetes/pull/" + text.substr(number, end - number);
    const std::string linked = end == number ? std::string{reference} : link(address, text.substr(begin, end - begin));
    text.replace(begin, end - begin, linked);
    begin += linked.size();
  }
  return text;
}

std::string html_item(const std::string& item) {
  return with_links(api::printable_xml(item), "kubernetes/kubernetes#", [](const auto& address, const auto& text) {
    return "<a href=\"" + address + "\">" + text + "</a>";
  });
}

std::string markdown_item(const std::string& item) {
  return with_links(markdown_text(item), "kubernetes/kubernetes\\#",
                    [](const auto& address, const auto& text) { return "[" + text + "](" + address + ")"; });
}

void print_html(std::ostream& out, const TicketSection& section) {
  if (!section.title.empty()) out << "<h2>" << api::printable_xml(section.title) << "</h2>\n";
  for (const std::string& sentence : section.sentences) out << "<p>" << api::printable_xml(sentence) << "</p>\n";
  if (!section.table.rows.empty()) {
    out << "<div class=\"wide\" tabindex=\"0\">\n<table>\n<thead>\n"
        << html_row(section.table.header, "th") << "</thead>\n<tbody>\n";
    for (const std::vector<std::string>& row : section.table.rows) out << html_row(row, "td");
    out << "</tbody>\n</table>\n</div>\n";
  }
  if (section.items.empty()) return;
  out << "<ul>\n";
  for (const std::string& item : section.items) out << "<li>" << html_item(item) << "</li>\n";
  out << "</ul>\n";
}

void print_markdown(std::ostream& out, const TicketSection& section) {
  if (!section.title.empty()) out << "\n## " << markdown_text(section.title) << '\n';
  for (const std::string& sentence : section.sentences) out << '\n' << markdown_text(sentence) << '\n';
  if (!section.table.rows.empty()) {
    out << '\n' << row_of(section.table.header) << '|';
    for (std::size_t column = 0; column < section.table.header.size(); ++column) out << " --- |";
    out << '\n';
    for (const std::vector<std::string>& row : section.table.rows) out << row_of(row);
  }
  if (!section.items.empty()) out << '\n';
  for (const std::string& item : section.items) out << "- " << markdown_item(item) << '\n';
}

}  // namespace

std::string markdown_text(std::string_view text) {
  constexpr std::string_view special = "\\`*_[]<>|&~#";
  std::string escaped;
  for (const char character : api::printable_line(text)) {
    if (special.find(character) != std::string_view::npos) escaped += '\\';
    escaped += character;
  }
  return escaped;
}

void print_markdown(std::ostream& out, const Ticket& ticket) {
  out << "# " << markdown_text(ticket.title) << '\n';
  for (const TicketSection& section : ticket.sections) print_markdown(out, section);
}

void print_html(std::ostream& out, const Ticket& ticket) {
  const std::string title = api::printable_xml(ticket.title);
  out << "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      << "<meta name=\"viewport\" content=\"width=device-width\">\n<title>" << title << "</title>\n<style>" << style
      << "</style>\n</head>\n<body>\n<h1>" << title << "</h1>\n";
  for (const TicketSection& section : ticket.sections) print_html(out, section);
  out << "</body>\n</html>\n";
}

}  // namespace podreel::cli
