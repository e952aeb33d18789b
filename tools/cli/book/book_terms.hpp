// The book's index: kubelet terms, reasons of events and states of pods, with the scenarios that show each.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tools/cli/book/book_chapter.hpp"

namespace podreel::cli {

/// Returns the anchor of a term of the kubelet in the index: "term-container-hash".
[[nodiscard]] std::string anchor_of_term(std::string_view term);

class TermIndex {
 public:
  /// Adds a chapter. Chapters that have a term in their title are listed first, others in the order of their addition.
  void add(const Chapter& chapter, const ChapterPage& page);

  /// Adds a fleet, which is listed after all chapters with each term that its page has.
  void add_fleet(const PageLink& fleet, std::string_view html);

  /// Returns the content of <body>.
  [[nodiscard]] std::string html() const;

 private:
  struct IgnoresCase {
    bool operator()(const std::string& left, const std::string& right) const;
  };
  struct Pages {
    std::vector<PageLink> chapters{};
    std::vector<PageLink> fleets{};
  };
  /// Pages by the term, reason or state that they show.
  using Shown = std::map<std::string, Pages, IgnoresCase>;

  static std::string entries_html(const std::string& term, const Pages& pages);
  /// `kind` is the beginning of the anchors.
  static std::string section(std::string_view title, std::string_view kind, const Shown& shown);

  Shown terms_;
  Shown reasons_;
  Shown states_;
};

}  // namespace podreel::cli
