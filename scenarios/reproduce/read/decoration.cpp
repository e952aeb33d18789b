#include "scenarios/reproduce/read/decoration.hpp"

#include <algorithm>
#include <array>
#include <boost/algorithm/string/erase.hpp>

#include "engine/api/ascii.hpp"
#include "engine/api/printable.hpp"
#include "scenarios/reproduce/read/cells.hpp"

namespace podreel::reproduce {

namespace {

constexpr std::string_view bold_mark = "**";

struct Replacement {
  std::string_view found;
  std::string_view meant;
};

constexpr std::array replacements{
    Replacement{"&lt;", "<"},          Replacement{"&gt;", ">"},         Replacement{"&quot;", "\""},
    Replacement{"&#39;", "'"},         Replacement{"&#x27;", "'"},       Replacement{"&nbsp;", " "},
    Replacement{"&amp;", "&"},         Replacement{"\xC2\xA0", " "},     Replacement{"\xE2\x80\x9C", "\""},
    Replacement{"\xE2\x80\x9D", "\""}, Replacement{"\xE2\x94\x82", " "}, Replacement{"\xEF\xBB\xBF", ""}};

/// Removes terminal escape sequences such as colours: ESC [ … letter.
void remove_escapes(std::string& text) {
  for (std::size_t at = text.find("\x1b["); at != std::string::npos; at = text.find("\x1b[", at)) {
    std::size_t end = at + 2;
    while (end < text.size() && !api::is_letter(text[end])) ++end;
    text.erase(at, std::min(end + 1, text.size()) - at);
  }
}

std::string replaced(std::string_view line) {
  std::string text;
  text.reserve(line.size());
  while (!line.empty()) {
    const auto* const found =
        std::ranges::find_if(replacements, [line](const Replacement& each) { return line.starts_with(each.found); });
    const bool is_one = found != replacements.end();
    text += is_one ? found->meant : line.substr(0, 1);
    line.remove_prefix(is_one ? found->found.size() : 1);
  }
  return text;
}

bool is_plain(std::string_view line) {
  return std::ranges::all_of(line, [](char letter) { return letter == '\t' || (letter >= ' ' && letter <= '~'); });
}

std::string_view without_frame(std::string_view line) {
  while (line.starts_with("> ")) line.remove_prefix(2);
  if (line.starts_with('+')) line.remove_prefix(1);
  return line;
}

/// Returns the line without `…`, **…** and __…__ around it, or at one end if several lines are marked together. Keeps
/// fences.
std::string_view without_emphasis(std::string_view line) {
  if (trimmed(line).starts_with("```")) return line;
  constexpr std::array<std::string_view, 3> marks{bold_mark, "__", "`"};
  for (const std::string_view mark : marks) {
    if (line.starts_with(mark)) line.remove_prefix(mark.size());
    const std::size_t last = line.find_last_not_of(" \t");
    const std::string_view text = line.substr(0, last == std::string_view::npos ? 0 : last + 1);
    if (text.ends_with(mark)) line = text.substr(0, text.size() - mark.size());
  }
  return line;
}

/// Whether the line has bold text within it.
bool has_bold(std::string_view line) {
  const std::size_t first = line.find(bold_mark);
  return first != std::string_view::npos && line.find(bold_mark, first + bold_mark.size()) != std::string_view::npos;
}

}  // namespace

std::string undecorated(std::string_view line) {
  std::string text = is_plain(line) && line.find('&') == std::string_view::npos ? std::string{line} : replaced(line);
  remove_escapes(text);
  if (!is_plain(text)) {
    std::ranges::replace(text, '\t', ' ');
    text = api::printable_line(text);
  }
  const std::string_view unframed = without_frame(text);
  std::string plain{without_emphasis(unframed)};
  if (has_bold(unframed)) boost::algorithm::erase_all(plain, bold_mark);
  return plain;
}

}  // namespace podreel::reproduce
