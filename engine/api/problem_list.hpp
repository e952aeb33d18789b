// Where checks put what they find.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/api/document.hpp"
#include "engine/api/input_limits.hpp"

namespace podreel::api {

/// The problems of one file.
class ProblemList {
 public:
  /// With `unknown_fields` fields that no type has are put there, and are no problems.
  ProblemList(const std::string& file, std::vector<Problem>& problems, std::vector<Problem>* unknown_fields = nullptr)
      : file_(file), problems_(problems), unknown_fields_(unknown_fields != nullptr ? *unknown_fields : problems) {}

  void add(Mark mark, std::string path, std::string message) {
    add_to(problems_, {file_, mark, std::move(path), std::move(message)});
  }
  void add_unknown_field(Mark mark, std::string path, std::string message) {
    add_to(unknown_fields_, {file_, mark, std::move(path), std::move(message)});
  }

 private:
  /// Nothing more is added to what no one would read.
  static void add_to(std::vector<Problem>& problems, Problem problem) {
    if (problems.size() <= input_limits.kept_going_problems) problems.push_back(std::move(problem));
  }

  const std::string& file_;
  std::vector<Problem>& problems_;
  std::vector<Problem>& unknown_fields_;
};

/// Returns whether a file has as many problems as are reported, where there were `before` when it was opened; then a
/// last one says that the rest was not read.
[[nodiscard]] bool is_enough(std::vector<Problem>& problems, std::size_t before, const std::string& file,
                             std::size_t maximum = input_limits.problems);

/// " (a template that was not rendered)" for "{{ .Values.name }}"; else nothing.
[[nodiscard]] std::string_view template_remark(std::string_view text);

/// "the string \"x\"", "the integer 80", "a list": a value as messages show it.
[[nodiscard]] std::string found(Tree::Kind kind, std::string_view text);
[[nodiscard]] inline std::string found(const Tree& node) {
  return found(node.kind, node.text);
}

}  // namespace podreel::api
