#include "tools/cli/regression/accept_list.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "engine/api/glob.hpp"
#include "tools/files/input_files.hpp"
#include "tools/text/shown_text.hpp"
#include "tools/text/text_lines.hpp"

namespace podreel::cli {

namespace {

constexpr std::string_view blanks = " \t\r";

std::string_view without_comment(std::string_view line) {
  for (std::size_t at = line.find('#'); at != std::string_view::npos; at = line.find('#', at + 1)) {
    if (at == 0 || blanks.find(line[at - 1]) != std::string_view::npos) return line.substr(0, at);
  }
  return line;
}

std::string_view without_blanks(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(blanks);
  return begin == std::string_view::npos ? std::string_view{}
                                         : text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

}  // namespace

AcceptList::AcceptList(std::string_view text, std::string file) : file_{std::move(file)} {
  int number = 0;
  for (const std::string_view line : lines_of(text)) {
    ++number;
    const std::string_view entry = without_blanks(without_comment(line));
    if (entry.empty()) continue;
    const std::size_t end = std::min(entry.find_first_of(blanks), entry.size());
    entries_.push_back({number, std::string{entry.substr(0, end)}, std::string{without_blanks(entry.substr(end))}});
  }
}

bool AcceptList::accepts(const std::vector<std::string>& names, std::string_view cause) {
  bool is_accepted = false;
  for (Entry& entry : entries_) {
    const bool has_name =
        std::ranges::any_of(names, [&](const std::string& name) { return api::glob_matches(entry.name, name); });
    if (!has_name || (!entry.cause.empty() && !api::glob_matches(entry.cause, cause))) continue;
    entry.is_used = true;
    is_accepted = true;
  }
  return is_accepted;
}

std::vector<api::Problem> AcceptList::unused() const {
  std::vector<api::Problem> problems;
  for (const Entry& entry : entries_) {
    if (entry.is_used) continue;
    const std::string cause = entry.cause.empty() ? "" : fmt::format(" with the cause \"{}\"", shown(entry.cause));
    problems.push_back({file_,
                        {entry.line, 1},
                        "",
                        fmt::format("no difference of \"{}\"{}; remove the entry", shown(entry.name), cause)});
  }
  return problems;
}

AcceptList accept_list(const std::string& file) {
  return file.empty() ? AcceptList{} : AcceptList{text_of_file(file), file};
}

}  // namespace podreel::cli
