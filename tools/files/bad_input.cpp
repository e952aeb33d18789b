#include "tools/files/bad_input.hpp"

#include <algorithm>
#include <ostream>

#include "engine/api/printable.hpp"

namespace podreel::cli {

namespace {

std::string lines(const std::vector<api::Problem>& problems) {
  std::string text;
  for (const api::Problem& problem : problems) {
    if (!text.empty()) text += '\n';
    text += api::to_string(problem);
  }
  return text;
}

}  // namespace

BadInput::BadInput(const std::vector<api::Problem>& problems)
    : std::runtime_error{lines(problems)}, has_positions_{true} {}

void print_message(std::ostream& out, const std::string& who, const std::string& message) {
  std::size_t begin = 0;
  while (begin <= message.size()) {
    const std::size_t end = std::min(message.find('\n', begin), message.size());
    if (!who.empty()) out << who << ": ";
    out << api::printable_line(message.substr(begin, end - begin)) << '\n';
    begin = end + 1;
  }
}

void print(std::ostream& out, const BadInput& error, const std::string& command) {
  print_message(out, error.has_positions() ? "" : command, error.what());
}

}  // namespace podreel::cli
