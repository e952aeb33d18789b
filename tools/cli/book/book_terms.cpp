#include "tools/cli/book/book_terms.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "engine/api/lower_case.hpp"
#include "engine/api/printable.hpp"
#include "tools/cli/book/book_search.hpp"
#include "tools/cli/book/book_template.hpp"
#include "tools/cli/book/book_text.hpp"

namespace podreel::cli {

namespace {

/// Chapters that are listed with a term.
constexpr std::size_t max_listed = 4;

/// Terms of the kubelet, which chapters show if their text has them.
constexpr std::array<std::string_view, 36> kubelet_terms{
    "admission",       "back-off",       "ConfigMap",  "container hash", "ephemeral container",
    "eviction",        "grace period",   "image pull", "init container", "liveness probe",
    "mirror pod",      "node shutdown",  "OOMKilled",  "orphan",         "PLEG",
    "pod worker",      "postStart",      "preStop",    "preemption",     "priority",
    "readiness probe", "readiness gate", "relist",     "resize",         "restartPolicy",
    "resync",          "sandbox",        "SIGKILL",    "SIGTERM",        "startup probe",
    "static pod",      "status manager", "sync loop",  "SyncPod",        "volume",
    "workqueue"};

std::string entries_html(const std::string& term, std::vector<const Chapter*> chapters) {
  std::stable_partition(chapters.begin(), chapters.end(), [&term](const Chapter* chapter) {
    return api::lower_case(title_of(*chapter)).find(api::lower_case(term)) != std::string::npos;
  });
  std::string html;
  for (std::size_t place = 0; place < std::min(chapters.size(), max_listed); ++place) {
    html += filled("term_entry.html",
                   {{"href", page_of(*chapters[place])}, {"title", html_sentence(title_of(*chapters[place]))}});
  }
  return html;
}

}  // namespace

bool TermIndex::IgnoresCase::operator()(const std::string& left, const std::string& right) const {
  return api::lower_case(left) < api::lower_case(right);
}

void TermIndex::add(const Chapter& chapter, const ChapterPage& page) {
  const std::string text = api::lower_case(plain_text(page.html));
  for (const std::string_view term : kubelet_terms) {
    if (text.find(api::lower_case(std::string{term})) != std::string::npos)
      terms_[std::string{term}].push_back(&chapter);
  }
  for (const std::string& reason : page.event_reasons) reasons_[reason].push_back(&chapter);
  for (const std::string& state : page.pod_states) states_[state].push_back(&chapter);
}

std::string TermIndex::section(std::string_view title, const Shown& shown) {
  std::string terms;
  for (const auto& [term, chapters] : shown) {
    const std::size_t more = chapters.size() - std::min(chapters.size(), max_listed);
    terms += filled("term.html", {{"term", api::printable_xml(term)},
                                  {"chapters", entries_html(term, chapters)},
                                  {"more", more == 0 ? std::string{} : fmt::format("<li>and {} more</li>\n", more)}});
  }
  return filled("term_section.html", {{"title", std::string{title}}, {"terms", terms}});
}

std::string TermIndex::html() const {
  return filled("terms.html",
                {{"sections", section("Terms of the kubelet", terms_) + section("Reasons of events", reasons_) +
                                  section("States of pods, as kubectl get pods shows them", states_)}});
}

}  // namespace podreel::cli
