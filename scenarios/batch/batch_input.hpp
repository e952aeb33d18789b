// What batch verbs read: recorded cases, one a line, or pods as a cluster shows them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/document.hpp"
#include "engine/api/pod.hpp"
#include "engine/release/release.hpp"

namespace podreel::batch {

/// The first line that is not blank is a whole object, and none of Kubernetes' (it has no `kind`).
[[nodiscard]] bool holds_cases(const std::string& text);

/// Calls `use` with every line that is not blank, and its number.
void for_each_line(const std::string& text, const std::function<void(std::string_view line, int number)>& use);

/// The pods of YAML or JSON documents with pods, or with anything that carries pods (engine/api/workloads.hpp),
/// completed with the defaults of `release`. Problems are appended.
[[nodiscard]] std::vector<api::Pod> pods_in(const std::string& text, const std::string& file, release::Release release,
                                            std::vector<api::Problem>& problems);

/// The cases of `text`: with `read_case` (line, file, number, problems) from lines, else with `case_of` (pod) from
/// pods. Problems are appended; the cases without one are returned all the same.
template <class ReadCase, class CaseOf>
[[nodiscard]] auto read_cases(const std::string& text, const std::string& file, release::Release release,
                              std::vector<api::Problem>& problems, const ReadCase& read_case, const CaseOf& case_of) {
  std::vector<decltype(case_of(std::declval<api::Pod>()))> cases;
  if (holds_cases(text)) {
    for_each_line(text, [&](std::string_view line, int number) {
      auto situation = read_case(line, file, number, problems);
      if (situation) cases.push_back(*std::move(situation));
    });
  } else {
    for (const api::Pod& pod : pods_in(text, file, release, problems)) cases.push_back(case_of(pod));
  }
  return cases;
}

}  // namespace podreel::batch
