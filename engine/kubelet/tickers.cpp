#include "engine/kubelet/tickers.hpp"

#include <string_view>

namespace podreel::kubelet {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr sim::Duration sync_period = seconds{1};
constexpr sim::Duration housekeeping_period = seconds{2};
constexpr sim::Duration status_period = seconds{10};
constexpr sim::Duration runtime_check_period = seconds{5};
constexpr sim::Duration gc_pause = seconds{60};
constexpr sim::Duration image_gc_period = std::chrono::minutes{5};

// What a collection takes that finds little to do.
constexpr sim::Duration shortest_gc = milliseconds{5};
constexpr sim::Duration longest_gc = milliseconds{14};

// Of the tickers that do not drift, the other periods divide this one.
constexpr sim::Duration longest_period = status_period;

Ticker ticker(sim::Time begin, sim::Duration period) {
  return {begin + period, period};
}

}  // namespace

Tickers tickers_since(sim::Time begin, sim::Choices& choices) {
  const sim::Duration gc_period = gc_pause + choices.stream("container-gc-cost", "").between(shortest_gc, longest_gc);
  return {.sync = ticker(begin, sync_period),
          .housekeeping = ticker(begin, housekeeping_period),
          .status = ticker(begin, status_period),
          .runtime_check = ticker(begin, runtime_check_period),
          .container_gc = ticker(begin, gc_period),
          .image_gc = {begin, image_gc_period}};
}

Tickers tickers_of_old_kubelet(sim::Time now, sim::Choices& choices) {
  Tickers tickers = tickers_since(now - choices.stream("ticker-phase", "loops").between({}, longest_period), choices);
  const auto drift_away = [&](Ticker& ticker, std::string_view name) {
    ticker.phase = now - choices.stream("ticker-phase", name).between({}, ticker.period);
  };
  drift_away(tickers.container_gc, "container-gc");
  drift_away(tickers.image_gc, "image-gc");
  return tickers;
}

}  // namespace podreel::kubelet
