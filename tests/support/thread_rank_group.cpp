#include "tests/support/thread_rank_group.hpp"

#include <atomic>
#include <barrier>
#include <string>
#include <thread>
#include <vector>

namespace podreel::testing {

namespace {

/// What the peers of a test have in common.
struct Desk {
  explicit Desk(std::size_t count) : texts(count), all_are_here{static_cast<std::ptrdiff_t>(count)} {}

  std::atomic<std::size_t> next{0};
  std::vector<std::string> texts;
  std::barrier<> all_are_here;
};

class ThreadRankGroup final : public parallel::RankGroup {
 public:
  ThreadRankGroup(Desk& desk, std::size_t number) : desk_{desk}, number_{number} {}

  [[nodiscard]] std::size_t number() const noexcept override { return number_; }
  [[nodiscard]] std::size_t count() const noexcept override { return desk_.texts.size(); }
  std::size_t next() override { return desk_.next++; }
  std::vector<std::string> exchange(const std::string& mine) override {
    desk_.texts[number_] = mine;
    desk_.all_are_here.arrive_and_wait();
    std::vector<std::string> all = desk_.texts;
    desk_.next = 0;
    desk_.all_are_here.arrive_and_wait();
    return all;
  }

 private:
  Desk& desk_;
  std::size_t number_;
};

}  // namespace

void as_rank_group(std::size_t count, const std::function<void(parallel::RankGroup&)>& work) {
  Desk desk{count};
  std::vector<std::thread> threads;
  for (std::size_t number = 0; number < count; ++number) {
    threads.emplace_back([&desk, &work, number] {
      ThreadRankGroup rank_group{desk, number};
      work(rank_group);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace podreel::testing
