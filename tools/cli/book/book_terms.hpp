// The book's index: kubelet terms, reasons of events and states of pods, with the scenarios that show each.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tools/cli/book/book_chapter.hpp"

namespace podreel::cli {

class TermIndex {
 public:
  /// Adds a chapter. Chapters that have a term in their title are listed first, others in the order of their addition.
  void add(const Chapter& chapter, const ChapterPage& page);

  /// Returns the content of <body>.
  [[nodiscard]] std::string html() const;

 private:
  struct IgnoresCase {
    bool operator()(const std::string& left, const std::string& right) const;
  };
  /// Chapters by the term, reason or state that they show.
  using Shown = std::map<std::string, std::vector<const Chapter*>, IgnoresCase>;

  static std::string section(std::string_view title, const Shown& shown);

  Shown terms_;
  Shown reasons_;
  Shown states_;
};

}  // namespace podreel::cli
