#include "engine/kubelet/tickers.hpp"

#include <string_view>

#include "engine/timing/table.hpp"

namespace podreel::kubelet {

namespace {

Ticker ticker(sim::Time begin, sim::Duration period) {
  return {begin + period, period};
}

}  // namespace

Tickers tickers_since(sim::Time begin, timing::Timing& timing) {
  const sim::Duration gc_period = timing::container_gc_pause + timing.draw(timing::container_gc_cost);
  return {.sync = ticker(begin, timing::sync_period),
          .housekeeping = ticker(begin, timing::housekeeping_period),
          .status = ticker(begin, timing::status_period),
          .runtime_check = {begin, timing::runtime_check_period},
          .container_gc = ticker(begin, gc_period),
          .image_gc = {begin, timing::image_gc_period},
          .log_rotation = {begin, timing::log_rotation_pause}};
}

Tickers tickers_of_old_kubelet(sim::Time now, timing::Timing& timing) {
  Tickers tickers = tickers_since(now - timing.draw(timing::loops_phase, "loops"), timing);
  const auto drift_away = [&](Ticker& ticker, std::string_view name) {
    ticker.phase = now - timing.stream(timing::Site::ticker_phase, name).draw(timing::gc_phase, ticker.period);
  };
  drift_away(tickers.container_gc, "container-gc");
  drift_away(tickers.image_gc, "image-gc");
  drift_away(tickers.log_rotation, "log-rotation");
  return tickers;
}

}  // namespace podreel::kubelet
