#include "tools/cli/arguments/counted_warnings.hpp"

#include <fmt/format.h>
#include <string_view>

namespace podreel::cli {

namespace {

constexpr std::size_t max_kinds = 100;

}  // namespace

std::string path_without_indices(std::string_view path) {
  std::string text;
  bool is_index = false;
  for (const char character : path) {
    is_index = is_index || character == '[';
    if (!is_index) text += character;
    is_index = is_index && character != ']';
  }
  return text;
}

api::Problem counted(api::Problem first, std::size_t occurrences) {
  if (occurrences > 1) first.message += fmt::format(" ({} times; first occurrence shown)", occurrences);
  return first;
}

void CountedWarnings::add(api::Problem warning) {
  std::string kind = path_without_indices(warning.path) + ": " + warning.message;
  const auto known = kinds_.find(kind);
  if (known != kinds_.end()) {
    ++known->second.second;
  } else if (kinds_.size() < max_kinds) {
    kinds_.emplace(std::move(kind), std::pair{std::move(warning), std::size_t{1}});
  } else {
    ++of_further_kinds_;
  }
}

std::vector<api::Problem> CountedWarnings::reported() const {
  std::vector<api::Problem> reported;
  for (const auto& [kind, occurred] : kinds_) reported.push_back(counted(occurred.first, occurred.second));
  if (of_further_kinds_ > 0) {
    api::Problem& rest = reported.emplace_back(reported.back());
    rest.path.clear();
    rest.message = fmt::format("{} warnings of further kinds are not shown", of_further_kinds_);
  }
  return reported;
}

}  // namespace podreel::cli
