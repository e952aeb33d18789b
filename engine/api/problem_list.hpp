// Where checks put what they find.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/api/document.hpp"

namespace podreel::api {

/// The problems of one file.
class ProblemList {
 public:
  ProblemList(const std::string& file, std::vector<Problem>& problems) : file_(file), problems_(problems) {}

  void add(Mark mark, std::string path, std::string message) {
    problems_.push_back({file_, mark, std::move(path), std::move(message)});
  }

 private:
  const std::string& file_;
  std::vector<Problem>& problems_;
};

/// "the string \"x\"", "the integer 80", "a list": a value as messages show it.
[[nodiscard]] std::string found(Tree::Kind kind, std::string_view text);
[[nodiscard]] inline std::string found(const Tree& node) {
  return found(node.kind, node.text);
}

}  // namespace podreel::api
