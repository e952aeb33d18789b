#include "scenarios/fleet/course.hpp"

#include <algorithm>

namespace podreel::fleet {

Course::Bin& Course::Bin::operator+=(const Bin& next) noexcept {
  most_down = std::max(most_down, next.most_down);
  restarts += next.restarts;
  api_writes += next.api_writes;
  image_pulls += next.image_pulls;
  nodes_done += next.nodes_done;
  down += next.down;
  return *this;
}

Course::Bin& Course::at(sim::Duration time) {
  while (index_of(time) >= most_bins) halve();
  const std::size_t index = index_of(time);
  if (index >= bins_.size()) bins_.resize(index + 1);
  return bins_[index];
}

void Course::change_down(sim::Duration time, int by) {
  last_until(time);
  down_ += by;
}

void Course::last_until(sim::Duration time) {
  if (time <= since_) return;
  if (down_ > 0) {
    static_cast<void>(at(time - sim::Duration{1}));
    for (std::size_t index = index_of(since_); index < bins_.size() && start_of(index) < time; ++index) {
      bins_[index].most_down = std::max(bins_[index].most_down, static_cast<std::uint32_t>(down_));
      bins_[index].down += pod_time(down_, std::min(time, start_of(index + 1)) - std::max(since_, start_of(index)));
    }
  }
  since_ = time;
}

void Course::coarsen(std::size_t most) {
  while (bins_.size() > std::max<std::size_t>(most, 1)) halve();
}

std::size_t Course::index_of(sim::Duration time) const noexcept {
  return static_cast<std::size_t>(std::max((time - begins_at_) / width_, sim::Duration::rep{}));
}

void Course::halve() {
  for (std::size_t index = 0; index < bins_.size(); index += 2) {
    bins_[index / 2] = bins_[index];
    if (index + 1 < bins_.size()) bins_[index / 2] += bins_[index + 1];
  }
  bins_.resize((bins_.size() + 1) / 2);
  width_ *= 2;
}

}  // namespace podreel::fleet
