#include "engine/kubelet/tickers.hpp"

#include <doctest/doctest.h>

namespace podreel::kubelet {

using namespace std::chrono_literals;

namespace {

constexpr sim::Time begin{1000s};

sim::Duration phase(const Ticker& ticker, sim::Duration of) {
  return ticker.phase.time_since_epoch() % of;
}

}  // namespace

TEST_CASE("the tickers of a kubelet that starts begin with its loops") {
  timing::Timing timing{sim::Choices{1}};
  const Tickers tickers = tickers_since(begin, timing);
  CHECK(tickers.sync.after(begin) == begin + 1s);
  CHECK(tickers.housekeeping.after(begin) == begin + 2s);
  CHECK(tickers.status.after(begin) == begin + 10s);
  CHECK(tickers.runtime_check.after(begin) == begin + 5s);
}

TEST_CASE("garbage collection drifts by what it takes") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    timing::Timing timing{sim::Choices{seed}};
    const Ticker ticker = tickers_since(begin, timing).container_gc;
    const sim::Duration first = ticker.after(begin) - begin - 60s;
    CHECK(first >= 5ms);
    CHECK(first < 14ms);
    CHECK(ticker.after(begin + 179s) - begin - 180s == 3 * first);
  }
}

TEST_CASE("the tickers of a kubelet that has been up for long lie as they do in any other") {
  bool differ = false;
  bool drifts = false;
  const sim::Duration usual = [] {
    timing::Timing timing{sim::Choices{1}};
    return phase(tickers_of_old_kubelet(begin, timing).sync, 1s);
  }();
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    timing::Timing timing{sim::Choices{seed}};
    const Tickers tickers = tickers_of_old_kubelet(begin, timing);
    const sim::Duration sync = phase(tickers.sync, 1s);
    CHECK(phase(tickers.housekeeping, 1s) == sync);
    CHECK(phase(tickers.status, 1s) == sync);
    CHECK(phase(tickers.runtime_check, 1s) == sync);
    CHECK(tickers.sync.after(begin) - begin <= 1s);
    CHECK(tickers.status.after(begin) - begin <= 10s);
    differ = differ || sync != usual;
    drifts = drifts || phase(tickers.container_gc, 1s) != sync;
  }
  CHECK(differ);
  CHECK(drifts);
}

}  // namespace podreel::kubelet
