#include "scenarios/fleet/time_series.hpp"

#include <algorithm>

namespace podreel::fleet {

TimeSeries::Bin& TimeSeries::Bin::operator+=(const Bin& next) noexcept {
  max_down = std::max(max_down, next.max_down);
  restarts += next.restarts;
  api_writes += next.api_writes;
  image_pulls += next.image_pulls;
  nodes_done += next.nodes_done;
  down += next.down;
  return *this;
}

TimeSeries::Bin& TimeSeries::at(sim::Duration time) {
  while (index_of(time) >= max_bins) halve();
  const std::size_t index = index_of(time);
  if (index >= bins_.size()) bins_.resize(index + 1);
  return bins_[index];
}

void TimeSeries::change_down(sim::Duration time, int by) {
  last_until(time);
  down_ += by;
}

void TimeSeries::last_until(sim::Duration time) {
  if (time <= since_) return;
  if (down_ > 0) {
    static_cast<void>(at(time - sim::Duration{1}));
    for (std::size_t index = index_of(since_); index < bins_.size() && start_of(index) < time; ++index) {
      bins_[index].max_down = std::max(bins_[index].max_down, static_cast<std::uint32_t>(down_));
      bins_[index].down += pod_time(down_, std::min(time, start_of(index + 1)) - std::max(since_, start_of(index)));
    }
  }
  since_ = time;
}

void TimeSeries::coarsen(std::size_t maximum) {
  while (bins_.size() > std::max<std::size_t>(maximum, 1)) halve();
}

std::size_t TimeSeries::index_of(sim::Duration time) const noexcept {
  return static_cast<std::size_t>(std::max((time - begins_at_) / width_, sim::Duration::rep{}));
}

void TimeSeries::halve() {
  for (std::size_t index = 0; index < bins_.size(); index += 2) {
    bins_[index / 2] = bins_[index];
    if (index + 1 < bins_.size()) bins_[index / 2] += bins_[index + 1];
  }
  bins_.resize((bins_.size() + 1) / 2);
  width_ *= 2;
}

}  // namespace podreel::fleet
