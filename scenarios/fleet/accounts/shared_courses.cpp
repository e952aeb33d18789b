#include "scenarios/fleet/accounts/shared_courses.hpp"

#include <stdexcept>
#include <string>
#include <utility>

#include "scenarios/fleet/accounts/course_codec.hpp"
#include "scenarios/fleet/order.hpp"

namespace podreel::fleet {

SharedCourses::SharedCourses(const Fleet& fleet, const Plan& plan, Peers& peers, std::size_t threads,
                             const std::function<void(std::size_t)>& progress)
    : courses_(fleet.clusters.size()) {
  const std::vector<std::uint32_t> order = cluster_order(fleet, plan);
  Workforce workforce{threads};
  std::string mine;
  for (std::size_t index = peers.next(); index < order.size(); index = peers.next()) {
    ClusterCourse course{fleet, plan, order[index], workforce};
    put_number(order[index], mine);
    for (const std::uint32_t replicas : course.placed()) put_number(replicas, mine);
    while (!course.is_over()) {
      const DrainedBatch batch = course.next();
      put_number(1, mine);
      encode(batch, mine);
      if (progress) progress(batch.accounts.size());
    }
    put_number(0, mine);
  }
  for (const std::string& said : peers.exchange(mine)) read(fleet, said);
}

void SharedCourses::read(const Fleet& fleet, const std::string& said) {
  NumberReader reader{said};
  while (!reader.is_at_end()) {
    const std::uint32_t cluster = reader.index(static_cast<std::uint32_t>(fleet.clusters.size()));
    Course& course = courses_[cluster];
    course.placed.resize(fleet.clusters[cluster].workloads.size());
    for (std::uint32_t& replicas : course.placed) replicas = reader.small();
    while (reader.small(1) == 1) {
      std::optional<DrainedBatch> batch = decode_batch(reader, fleet.clusters[cluster]);
      if (!batch) throw std::runtime_error{"what another process has told cannot be read"};
      course.batches.push_back(*std::move(batch));
    }
    if (reader.has_failed()) throw std::runtime_error{"what another process has told cannot be read"};
  }
}

DrainedBatch SharedCourses::next(std::uint32_t cluster) {
  std::deque<DrainedBatch>& batches = courses_[cluster].batches;
  DrainedBatch batch = std::move(batches.front());
  batches.pop_front();
  return batch;
}

}  // namespace podreel::fleet
