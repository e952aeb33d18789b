#include "scenarios/reproduce/known_causes.hpp"

#include <boost/regex.hpp>
#include <fmt/format.h>
#include <vector>

#include "engine/api/ascii.hpp"
#include "scenarios/format/event_reasons.hpp"
#include "scenarios/reproduce/cause_rows.hpp"

namespace podreel::reproduce {

namespace {

struct CompiledRow {
  const CauseRow* row;
  boost::regex pattern;
};

const std::vector<CompiledRow>& compiled_rows() {
  static const std::vector<CompiledRow> compiled = [] {
    std::vector<CompiledRow> rows;
    for_each_cause_row([&rows](const CauseRow& row) { rows.push_back({&row, boost::regex{row.pattern}}); });
    return rows;
  }();
  return compiled;
}

std::string sentence_of(const CauseRow& row, const boost::smatch& found, std::string_view container) {
  std::string sentence;
  for (std::string_view rest{row.sentence}; !rest.empty(); rest.remove_prefix(1)) {
    if (rest.front() == '@') {
      sentence += container.empty() ? std::string_view{"a container"} : container;
    } else if (rest.front() == '$' && rest.size() > 1 && api::is_digit(rest[1])) {
      sentence += found[rest[1] - '0'].str();
      rest.remove_prefix(1);
    } else {
      sentence += rest.front();
    }
  }
  constexpr std::size_t max_length = 150;
  if (sentence.size() > max_length) sentence.resize(sentence.find_last_of(' ', max_length));
  return sentence;
}

/// Returns the meaning of an event's reason that names a rejection.
std::optional<KnownCause> rejection(std::string_view reason) {
  constexpr std::string_view begins = "The pod was rejected: ";
  for (const format::Meaning& meaning : format::event_reason_meanings()) {
    if (meaning.name != reason || !meaning.text.starts_with(begins)) continue;
    const std::string_view rest = meaning.text.substr(begins.size(), meaning.text.size() - begins.size() - 1);
    return KnownCause{Cause::rejected, Strength::step, fmt::format("the kubelet rejected the pod: {}", rest)};
  }
  return std::nullopt;
}

/// Returns the topic of a text that ends with the output of a program.
Topic topic_of(const std::string& text) {
  static const boost::regex probe{
      R"~((?:Liveness|Readiness|Startup) probe (?:failed|errored|for "|warning)|"Probe (?:failed|errored)" probeType=)~"};
  static const boost::regex hook{
      R"~(PostStartHook|PreStopHook|PreStop [Hh]ook|Exec lifecycle hook|Http lifecycle hook)~"};
  if (boost::regex_search(text, probe)) return Topic::probe;
  return boost::regex_search(text, hook) ? Topic::hook : Topic::other;
}

/// Patterns are matched near the front only: long texts repeat their cause, and a match must take bounded time.
constexpr std::size_t max_searched = 2000;

/// Returns the strongest of `best` and the rows that match at least `min_length` characters of the text.
std::optional<KnownCause> strongest(std::string text, std::string_view container, std::optional<KnownCause> best,
                                    std::ptrdiff_t min_length) {
  text.resize(std::min(text.size(), max_searched));
  const Topic topic = topic_of(text);
  for (const CompiledRow& each : compiled_rows()) {
    boost::smatch found;
    if (each.row->topic != topic || (best && best->strength >= each.row->strength)) continue;
    if (!boost::regex_search(text, found, each.pattern) || found.length() < min_length) continue;
    best = KnownCause{each.row->cause, each.row->strength, sentence_of(*each.row, found, container)};
  }
  return best;
}

}  // namespace

std::optional<KnownCause> known_cause(std::string_view reason, std::string_view message, std::string_view container) {
  std::string text = reason.empty() ? std::string{message} : fmt::format("{}: {}", reason, message);
  return strongest(std::move(text), container, rejection(reason), 0);
}

std::optional<KnownCause> quoted_cause(std::string_view text) {
  constexpr std::ptrdiff_t min_length = 20;
  auto found = strongest(std::string{text}, "", std::nullopt, min_length);
  return found && found->strength >= Strength::decision ? found : std::nullopt;
}

}  // namespace podreel::reproduce
