#include "tools/pages/playground/live_page.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <utility>

#include "scenarios/simulation/replay.hpp"
#include "tools/pages/run/page.hpp"
#include "tools/pages/run/page_data.hpp"
#include "tools/serve/live_simulation.hpp"
#include "tools/serve/replay.hpp"
#include "tools/serve/status_error.hpp"
#include "tools/serve/target.hpp"
#include "tools/timeline/page_time.hpp"

namespace podreel::playground {

namespace {

constexpr std::string_view data_path = "/podreel/v1/page";

/// Collects records up to a limit.
class ShownRecords final : public trace::Sink {
 public:
  ShownRecords(sim::Time start, std::size_t limit) : limit_{limit}, page_{start} {}

  void write(const trace::Record& record) override {
    if (++count_ <= limit_) page_.write(record);
  }
  void write_pod(sim::Time time, const api::Pod& pod, bool gone) {
    if (!are_too_many()) page_.pods().write(time, pod, gone);
  }
  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  [[nodiscard]] bool are_too_many() const noexcept { return count_ > limit_; }
  [[nodiscard]] const cli::PageData& page() const noexcept { return page_; }

 private:
  std::size_t limit_;
  cli::PageData page_;
  std::size_t count_ = 0;
};

serve::StatusError conflict(const std::string& why) {
  return serve::StatusError{409, "Conflict", why};
}

}  // namespace

/// A copy of the simulation, which is advanced with the original.
class LivePage::LiveState {
 public:
  LiveState(const format::Scenario& scenario, net::MemoryBudget budget, std::optional<sim::Time> start,
            std::size_t limit)
      : records_{start ? *start : simulation::start_time(scenario, {}), limit},
        budget_{std::move(budget)},
        simulation_{scenario,
                    {.records = &records_,
                     .pods = [this](sim::Time time, const api::PodPtr& pod,
                                    bool gone) { records_.write_pod(time, *pod, gone); }},
                    budget_,
                    start} {}

  /// Advances the copy in steps, until there is too much for a page. Throws StatusError (429) if there is no memory.
  void follow(const serve::SessionHistory& history, const std::stop_token& stop) {
    constexpr std::chrono::seconds step{10};
    while (elapsed() < history.elapsed || asked_ < history.journal.size()) {
      if (records_.are_too_many() || stop.stop_requested()) return;
      if (budget_.used() > budget_.limit()) {
        throw serve::too_many_requests("the server has no memory left for the page of the simulation", {});
      }
      const sim::Duration until = std::min(elapsed() + step, history.elapsed);
      const std::span entries = std::span{history.journal}.subspan(asked_);
      const auto due = std::ranges::find_if(entries, [&](const auto& entry) { return entry->at > until; });
      const auto count = static_cast<std::size_t>(due - entries.begin());
      serve::replay_journal(simulation_, entries.first(count), until);
      asked_ += count;
    }
  }

  [[nodiscard]] sim::Duration elapsed() const { return simulation_.elapsed(); }
  [[nodiscard]] const ShownRecords& records() const noexcept { return records_; }

 private:
  ShownRecords records_;
  net::MemoryBudget budget_;
  serve::LiveSimulation simulation_;
  std::size_t asked_ = 0;
};

LivePage::LivePage(std::size_t limit) : limit_{limit} {}
LivePage::~LivePage() = default;

bool LivePage::serves(const serve::Request& request) const {
  const std::string_view path = request.path();
  return path == live_page_path || path == data_path;
}

serve::Response LivePage::answer(const serve::Request& request, const serve::SessionHistory& history,
                                 std::stop_token stop) {
  if (request.method != "GET") return serve::method_not_allowed().response();
  if (request.path() == live_page_path) {
    return {.content_type = "text/html; charset=utf-8", .body = cli::page_text(cli::Page::live)};
  }
  try {
    return {.body = data_of(request, history, stop)};
  } catch (const serve::StatusError& error) {
    return error.response();
  }
}

std::string LivePage::data_of(const serve::Request& request, const serve::SessionHistory& history,
                              const std::stop_token& stop) {
  if (history.is_too_long)
    throw conflict("the simulation has had more requests than its journal keeps, so its past cannot be replayed");
  if (!state_ || generation_ != history.generation) {
    state_.reset();
    state_ = std::make_unique<LiveState>(history.scenario, history.budget, history.start, limit_);
    generation_ = history.generation;
  }
  try {
    state_->follow(history, stop);
  } catch (...) {
    state_.reset();
    throw;
  }
  if (stop.stop_requested()) throw conflict("the request was cancelled");
  const ShownRecords& records = state_->records();
  if (records.are_too_many()) {
    throw conflict(
        fmt::format("the timeline has more than {} records, the maximum of a page; reset the node to an earlier time "
                    "to see the first records",
                    limit_));
  }
  const std::string known = fmt::format("{}.{}", generation_, records.count());
  nlohmann::ordered_json head{{"known", known}, {"elapsed", cli::page_seconds(state_->elapsed())}};
  const auto target = serve::parse_target(request.target);
  if (target && target->parameter("known") == known) return head.dump();
  const cli::PageRun run{history.scenario, ""};
  std::string answer = head.dump();
  answer.pop_back();
  return answer + ",\"page\":" +
         cli::page_of({run}, "", records.page().text(run, state_->elapsed(), false), nlohmann::ordered_json::array()) +
         "}";
}

}  // namespace podreel::playground
