#include <fmt/format.h>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/release/release.hpp"
#include "tools/cli/upgrade/upgrade_report.hpp"
#include "tools/cli/versions/verified_counts.hpp"

namespace podreel::cli {

namespace {

using release::minor_string;

/// Returns "1.31" of "1.31.14+Gate" and of "1.31"; empty if the label names no release.
std::string minor_of(std::string_view label) {
  const std::optional<release::Release> found = release::parse_release(label.substr(0, label.find_first_of("+-")));
  return found ? minor_string(*found) : std::string{};
}

/// Returns the counts of recorded upgrades of a kubelet between these minor releases.
std::vector<VerifiedCount> recorded_upgrades(const std::string& from, const std::string& to) {
  constexpr std::string_view separator = "-to-";
  std::vector<VerifiedCount> found;
  for (const VerifiedCount& count : verified_counts()) {
    const std::size_t middle = count.release.find(separator);
    if (middle == std::string_view::npos || !count.suite.starts_with("timeline")) continue;
    const std::string_view target = count.release.substr(middle + separator.size());
    if (minor_of(count.release.substr(0, middle)) == from && minor_of(target) == to) found.push_back(count);
  }
  return found;
}

/// Returns "podreel computes 518 of 518 recorded hashes of 1.30", or that none was recorded.
std::string hash_sentence(const std::string& minor) {
  for (const VerifiedCount& count : verified_counts()) {
    if (count.suite == "hash" && minor_of(count.release) == minor) {
      return fmt::format("podreel computes {} of {} recorded container hashes of {}", count.equal, count.total, minor);
    }
  }
  return fmt::format("no container hash of {} was recorded", minor);
}

std::string upgrade_sentence(const std::string& from, const std::string& to) {
  const std::vector<VerifiedCount> recorded = recorded_upgrades(from, to);
  if (recorded.empty()) return fmt::format("no upgrade of a real kubelet from {} to {} was recorded", from, to);
  std::string text;
  for (const VerifiedCount& count : recorded) {
    text += fmt::format("{}podreel reproduces {} of {} recorded upgrades {}", text.empty() ? "" : "; ", count.equal,
                        count.total, count.release);
  }
  return text;
}

}  // namespace

std::vector<std::string> evidence_sentences(const upgrade::Forecast& forecast) {
  std::set<std::string> minors;
  std::set<std::pair<std::string, std::string>> pairs;
  for (const upgrade::StepForecast& step : forecast.steps()) {
    minors.insert({minor_string(step.step.from), minor_string(step.step.to)});
    pairs.emplace(minor_string(step.step.from), minor_string(step.step.to));
  }
  std::vector<std::string> sentences;
  for (const auto& [from, to] : pairs) sentences.push_back(upgrade_sentence(from, to));
  for (const std::string& minor : minors) sentences.push_back(hash_sentence(minor));
  return sentences;
}

}  // namespace podreel::cli
