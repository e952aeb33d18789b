#include "tools/cli/book/book_text.hpp"

#include <algorithm>
#include <vector>

#include "engine/api/printable.hpp"
#include "tools/text/text_lines.hpp"

namespace podreel::cli {

std::string html_lines(std::string_view text) {
  std::string html;
  for (const std::string_view line : lines_of(text)) html += api::printable_xml(line) + '\n';
  return html;
}

std::string html_sentence(std::string_view text) {
  constexpr char quote = '`';
  std::string html;
  while (!text.empty()) {
    const std::size_t begin = text.find(quote);
    const std::size_t end = begin == std::string_view::npos ? begin : text.find(quote, begin + 1);
    html += api::printable_xml(text.substr(0, end == std::string_view::npos ? end : begin));
    if (end == std::string_view::npos) break;
    html += "<code>" + api::printable_xml(text.substr(begin + 1, end - begin - 1)) + "</code>";
    text.remove_prefix(end + 1);
  }
  return html;
}

std::string html_paragraphs(std::string_view text) {
  std::string html;
  std::string paragraph;
  const auto finish = [&html, &paragraph] {
    if (!paragraph.empty()) html += "<p>" + html_sentence(paragraph) + "</p>\n";
    paragraph.clear();
  };
  for (const std::string_view line : lines_of(text)) {
    if (line.empty() || line.starts_with("Try:") || line.starts_with("Exercise:")) finish();
    if (!paragraph.empty()) paragraph += ' ';
    paragraph += line;
  }
  finish();
  return html;
}

}  // namespace podreel::cli
