// The guided walk: the lessons, screen by screen, beside a picture of the kubelet's parts.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "scenarios/format/scenario.hpp"
#include "tools/catalogue/catalogue.hpp"

namespace podreel::cli {

/// A lesson and its run.
struct WalkLesson {
  const CatalogueEntry* entry;
  format::Scenario scenario;
};

/// Returns all lessons of the catalogue, with the kubelet that they use by default.
[[nodiscard]] std::vector<WalkLesson> walk_lessons();

/// Replays lessons. Returns one JSON object, escaped by script_safe(): "playground", its address or null, and
/// "lessons". A lesson has "name", "title", "setup", "exercise" (both lists of paragraphs), "isJudged" (whether
/// the playground judges the exercise), "questions" ("at", "ask", "choices" with "answer" and "because", "right"),
/// "ideas" ("at", "text"), and "page", the data of run_page_data.hpp. An idea is a sentence that the run has shown at
/// that time. A question without exactly one right choice in this run is left out. Times are in seconds.
[[nodiscard]] std::string walk_data(const std::vector<WalkLesson>& lessons, const std::string& playground);

/// Prints the page, which needs no server and no other file. `playground` is the address of a playground that the page
/// links to; empty if there is none. The same lessons give the same bytes.
void print_walk_page(std::ostream& out, const std::vector<WalkLesson>& lessons, const std::string& playground);

}  // namespace podreel::cli
