// Shows where podreel parts from the recorded timelines of a run: [--seeds N] RUN [ID…].
//
// Of every recording that no seed tells, the first difference under the seed that comes farthest; alike differences
// stand together, the most frequent first.
#include <algorithm>
#include <atomic>
#include <fmt/format.h>
#include <iostream>
#include <iterator>
#include <map>
#include <mutex>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "support/conformance.hpp"
#include "support/recorded_scenario.hpp"
#include "support/recorded_timeline.hpp"

namespace podreel::testing {

namespace {

namespace fs = std::filesystem;

std::multiset<std::string> words_of(std::string text) {
  text = std::regex_replace(text, std::regex{R"([,{}\[\]])"}, " ");
  std::istringstream words{text};
  return {std::istream_iterator<std::string>{words}, {}};
}

/// The words of the one that the other does not have.
std::string only_in(const std::string& one, const std::string& other) {
  const std::multiset<std::string> ours = words_of(one);
  const std::multiset<std::string> theirs = words_of(other);
  std::vector<std::string> words;
  std::ranges::set_difference(ours, theirs, std::back_inserter(words));
  return fmt::format("{}", fmt::join(words, " "));
}

std::string without_names(const std::string& text) {
  static const std::regex names{R"(\\?"[^" ]*:[^" ]*"|\{[a-z0-9-]*\}|\b(main|m1|m2|app|aux|side[0-9]?|i[0-9])\b)"};
  return std::regex_replace(text, names, "…");
}

/// What is alike in differences of one cause.
std::string sort_of(const Difference& difference) {
  const auto& [recorded, simulated] = std::tie(difference.recorded, difference.simulated);
  if (recorded == simulated)
    return fmt::format("{}: too soon or too late: {}", difference.place.kind, without_names(recorded));
  if (difference.place.kind == "status" && !recorded.empty() && !simulated.empty()) {
    return fmt::format("status: recorded {}\n        simulated {}", without_names(only_in(recorded, simulated)),
                       without_names(only_in(simulated, recorded)));
  }
  return fmt::format("{}: recorded {}\n        simulated {}", difference.place.kind, without_names(recorded),
                     without_names(simulated));
}

struct Miss {
  std::string id;
  std::string sort;
  std::string text;
};

/// Nothing if a seed tells it.
std::optional<Miss> miss_of(const fs::path& folder, const std::string& id, std::uint64_t seeds) {
  try {
    const std::optional<Attempt> farthest = farthest_miss(read_recorded_timeline(folder, id), seeds);
    if (!farthest) return std::nullopt;
    const Difference& difference = *farthest->difference;
    return Miss{id, sort_of(difference), fmt::format("seed {}, {}", farthest->seed, difference.text)};
  } catch (const UnreadableScenario& error) {
    return Miss{id, "not read", error.what()};
  }
}

std::vector<Miss> misses_of(const fs::path& folder, const std::vector<std::string>& ids, std::uint64_t seeds) {
  std::vector<Miss> misses;
  std::mutex mutex;
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t index = next++; index < ids.size(); index = next++) {
      std::optional<Miss> miss = miss_of(folder, ids[index], seeds);
      const std::lock_guard lock{mutex};
      if (miss) misses.push_back(std::move(*miss));
    }
  };
  {
    std::vector<std::jthread> threads;
    for (unsigned int core = 0; core < std::thread::hardware_concurrency(); ++core) threads.emplace_back(work);
  }
  std::ranges::sort(misses, {}, &Miss::id);
  return misses;
}

void show(const std::vector<Miss>& misses) {
  std::map<std::string, std::vector<const Miss*>> by_sort;
  for (const Miss& miss : misses) by_sort[miss.sort].push_back(&miss);
  std::vector<std::pair<std::string, std::vector<const Miss*>>> sorts{by_sort.begin(), by_sort.end()};
  std::ranges::stable_sort(sorts, std::ranges::greater{}, [](const auto& sort) { return sort.second.size(); });
  for (const auto& [sort, members] : sorts) {
    std::cout << members.size() << "  " << sort << '\n';
    for (const Miss* miss : members) std::cout << "    " << miss->id << ": " << miss->text << '\n';
  }
}

int show_differences(std::vector<std::string> arguments) {
  std::uint64_t seeds = timeline_seeds;
  if (arguments.size() > 1 && arguments[0] == "--seeds") {
    seeds = std::stoull(arguments[1]);
    arguments.erase(arguments.begin(), arguments.begin() + 2);
  }
  const auto conformance = conformance_folder();
  if (arguments.empty() || !conformance) {
    std::cerr << "timeline_differences [--seeds N] RUN [ID…], beside the recordings\n";
    return 2;
  }
  const std::set<std::string> wanted{arguments.begin() + 1, arguments.end()};
  std::vector<std::string> ids;
  for (const std::string_view recordings : all_recordings) {
    for (const std::string& id : recorded_timelines(*conformance / "timeline", recordings)) {
      const std::string run = run_of(id);
      if (run == arguments[0] && (wanted.empty() || wanted.contains(id.substr(run.size() + 1)))) ids.push_back(id);
    }
  }
  const std::vector<Miss> misses = misses_of(*conformance / "timeline", ids, seeds);
  show(misses);
  std::cout << ids.size() - misses.size() << " of " << ids.size() << " are told by a seed of 1 to " << seeds << '\n';
  return 0;
}

}  // namespace

}  // namespace podreel::testing

int main(int argc, char** argv) {
  return podreel::testing::show_differences({argv + 1, argv + argc});
}
