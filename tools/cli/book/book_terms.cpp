#include "tools/cli/book/book_terms.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>

#include "engine/api/ascii.hpp"
#include "engine/api/lower_case.hpp"
#include "engine/api/printable.hpp"
#include "tools/cli/book/book_search.hpp"
#include "tools/cli/book/book_template.hpp"
#include "tools/cli/book/book_text.hpp"

namespace podreel::cli {

namespace {

/// Chapters that are listed with a term.
constexpr std::size_t max_listed = 4;

/// Beginning of the anchors of terms of the kubelet.
constexpr std::string_view term_kind = "term";

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

std::vector<std::string_view> terms_in(std::string_view html) {
  const std::string text = api::lower_case(plain_text(html));
  std::vector<std::string_view> found;
  std::ranges::copy_if(kubelet_terms, std::back_inserter(found), [&text](std::string_view term) {
    return text.find(api::lower_case(std::string{term})) != std::string::npos;
  });
  return found;
}

std::string entry_html(const PageLink& page) {
  return filled("term_entry.html", {{"href", page.href}, {"title", html_sentence(page.title)}});
}

/// Replaces what an address cannot have: "state-init-n-n".
std::string anchor_of(std::string_view kind, std::string_view term) {
  std::string anchor = fmt::format("{}-{}", kind, api::lower_case(std::string{term}));
  std::ranges::replace_if(
      anchor, [](char character) { return !api::is_alphanumeric(character); }, '-');
  return anchor;
}

}  // namespace

std::string anchor_of_term(std::string_view term) {
  return anchor_of(term_kind, term);
}

bool TermIndex::IgnoresCase::operator()(const std::string& left, const std::string& right) const {
  return api::lower_case(left) < api::lower_case(right);
}

void TermIndex::add(const Chapter& chapter, const ChapterPage& page) {
  const PageLink link{page_of(chapter), title_of(chapter)};
  for (const std::string_view term : terms_in(page.html)) terms_[std::string{term}].chapters.push_back(link);
  for (const std::string& reason : page.event_reasons) reasons_[reason].chapters.push_back(link);
  for (const std::string& state : page.pod_states) states_[state].chapters.push_back(link);
}

void TermIndex::add_fleet(const PageLink& fleet, std::string_view html) {
  for (const std::string_view term : terms_in(html)) terms_[std::string{term}].fleets.push_back(fleet);
}

std::string TermIndex::entries_html(const std::string& term, const Pages& pages) {
  std::vector<PageLink> chapters = pages.chapters;
  std::stable_partition(chapters.begin(), chapters.end(), [&term](const PageLink& chapter) {
    return api::lower_case(chapter.title).find(api::lower_case(term)) != std::string::npos;
  });
  const std::size_t listed = std::min(chapters.size(), max_listed);
  std::string html;
  for (std::size_t place = 0; place < listed; ++place) html += entry_html(chapters[place]);
  if (chapters.size() > listed) html += fmt::format("<li>and {} more</li>\n", chapters.size() - listed);
  for (const PageLink& fleet : pages.fleets) html += entry_html(fleet);
  return html;
}

std::string TermIndex::section(std::string_view title, std::string_view kind, const Shown& shown) {
  std::string terms;
  for (const auto& [term, pages] : shown) {
    terms += filled(
        "term.html",
        {{"id", anchor_of(kind, term)}, {"term", api::printable_xml(term)}, {"chapters", entries_html(term, pages)}});
  }
  return filled("term_section.html", {{"title", std::string{title}}, {"terms", terms}});
}

std::string TermIndex::html() const {
  return filled("terms.html",
                {{"sections", section("Terms of the kubelet", term_kind, terms_) +
                                  section("Reasons of events", "reason", reasons_) +
                                  section("States of pods, as kubectl get pods shows them", "state", states_)}});
}

}  // namespace podreel::cli
