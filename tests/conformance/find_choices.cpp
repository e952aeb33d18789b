// Looks for the choices under which podreel tells a recorded timeline that no seed gives: FILE TRIES [ID…].
//
// Begins with the seeds that come farthest and changes a few choices at a time, mostly of those that were taken shortly
// before the timelines part; what parts later, or not sooner with more in common, is kept. Of what was found, the
// choices that are not needed are left out.
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <mutex>
#include <random>
#include <thread>

#include "support/conformance.hpp"
#include "support/known_choices.hpp"
#include "support/recorded_timeline.hpp"

namespace podreel::testing {

namespace {

constexpr std::size_t beginnings = 4;

bool is_nearer(const Attempt& one, const Attempt& other) {
  if (!one.difference || !other.difference) return !one.difference && other.difference;
  return std::pair{one.difference->at, one.difference->agreed} >
         std::pair{other.difference->at, other.difference->agreed};
}

class Search {
 public:
  Search(const RecordedTimeline& recording, int tries) : recording_{recording}, tries_{tries} {}

  /// Nothing if it was not found.
  std::optional<Attempt> run() {
    std::vector<Attempt> first = first_attempts();
    for (std::size_t begin = 0; begin < beginnings; ++begin) {
      Attempt found = improve(std::move(first[begin]), tries_ / static_cast<int>(beginnings));
      if (!found.difference) return without_idle_choices(std::move(found));
      if (begin == 0 || is_nearer(found, nearest_)) nearest_ = std::move(found);
    }
    return std::nullopt;
  }
  [[nodiscard]] const Attempt& nearest() const { return nearest_; }

 private:
  std::vector<Attempt> first_attempts() const {
    std::vector<Attempt> attempts;
    for (std::uint64_t seed = 1; seed <= timeline_seeds; ++seed) attempts.push_back(attempt(recording_, seed));
    std::ranges::stable_sort(attempts, is_nearer);
    return attempts;
  }

  Attempt improve(Attempt best, int tries) {
    std::pair<std::size_t, std::size_t> window = window_of(best);
    for (; best.difference && tries > 0; --tries) {
      Attempt changed = attempt(recording_, best.seed, change(best, window));
      if (is_nearer(changed, best)) {
        best = std::move(changed);
        window = window_of(best);
      } else if (!is_nearer(best, changed) && one_of(3)) {
        best = std::move(changed);
      }
    }
    return best;
  }

  /// The choices that were taken from some time before the timelines part until shortly after.
  std::pair<std::size_t, std::size_t> window_of(const Attempt& best) const {
    constexpr double seconds_before = 20;
    constexpr double seconds_after = 3;
    if (!best.difference) return {};
    return {choices_until(recording_, best, best.difference->at - seconds_before),
            std::min(best.taken.size(), choices_until(recording_, best, best.difference->at + seconds_after))};
  }

  std::vector<sim::Choice> change(const Attempt& best, std::pair<std::size_t, std::size_t> window) {
    constexpr std::size_t most_at_once = 3;
    std::vector<sim::Choice> choices = best.choices;
    for (std::size_t count = 1 + below(most_at_once); count > 0; --count) {
      const auto [begin, end] = window;
      const bool recent = end > begin && !one_of(4);
      const std::size_t at = recent ? begin + below(end - begin) : below(std::max<std::size_t>(end, 1));
      if (at >= best.taken.size()) continue;
      sim::Choice choice = best.taken[at];
      choice.value = below(choice.options);
      std::erase_if(choices, [&](const sim::Choice& other) {
        return other.site == choice.site && other.key == choice.key && other.index == choice.index;
      });
      choices.push_back(std::move(choice));
    }
    return choices;
  }

  Attempt without_idle_choices(Attempt found) const {
    for (std::size_t index = found.choices.size(); index-- > 0;) {
      std::vector<sim::Choice> fewer = found.choices;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(index));
      Attempt tried = attempt(recording_, found.seed, std::move(fewer));
      if (!tried.difference) found = std::move(tried);
    }
    return found;
  }

  std::uint64_t below(std::uint64_t end) { return random_() % end; }
  bool one_of(std::uint64_t count) { return below(count) == 0; }

  const RecordedTimeline& recording_;
  int tries_;
  Attempt nearest_;
  std::mt19937_64 random_{std::hash<std::string>{}(recording_.id)};
};

/// Looks for all of them with as many threads as there are cores, and adds what is found.
void find_all(const std::filesystem::path& folder, const std::vector<std::string>& ids, int tries,
              AllKnownChoices& known) {
  std::mutex mutex;
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t index = next++; index < ids.size(); index = next++) {
      const RecordedTimeline recording = read_recorded_timeline(folder, ids[index]);
      Search search{recording, tries};
      const std::optional<Attempt> found = search.run();
      const std::lock_guard lock{mutex};
      if (found) {
        known[recording.id] = {found->seed, found->choices};
        std::cout << recording.id << ": seed " << found->seed << " and " << found->choices.size() << " choices\n";
      } else {
        std::cout << recording.id << ": not found; the nearest parts at " << search.nearest().difference->text << '\n';
      }
      std::cout.flush();
    }
  };
  std::vector<std::jthread> threads;
  for (unsigned int core = 0; core < std::thread::hardware_concurrency(); ++core) threads.emplace_back(work);
}

/// Those that neither a seed nor the known choices tell; choices that a seed makes superfluous are forgotten.
std::vector<std::string> untold(const std::filesystem::path& folder, AllKnownChoices& known) {
  std::vector<std::string> ids;
  for (const std::string& id : recorded_timelines(folder, first_recordings)) {
    const RecordedTimeline recording = read_recorded_timeline(folder, id);
    if (!farthest_miss(recording)) {
      known.erase(id);
      continue;
    }
    const auto found = known.find(id);
    if (found == known.end() || attempt(recording, found->second.seed, found->second.choices).difference) {
      ids.push_back(id);
    }
  }
  return ids;
}

int find_choices(const std::vector<std::string>& arguments) {
  const auto conformance = conformance_folder();
  if (arguments.size() < 2 || !conformance) {
    std::cerr << "find_choices FILE TRIES [ID…], beside the recordings\n";
    return 2;
  }
  const std::filesystem::path folder = *conformance / "timeline";
  AllKnownChoices known = read_known_choices(arguments[0]);
  std::vector<std::string> ids{arguments.begin() + 2, arguments.end()};
  if (ids.empty()) ids = untold(folder, known);
  find_all(folder, ids, std::stoi(arguments[1]), known);
  write_known_choices(arguments[0], known);
  return 0;
}

}  // namespace

}  // namespace podreel::testing

int main(int argc, char** argv) {
  return podreel::testing::find_choices({argv + 1, argv + argc});
}
