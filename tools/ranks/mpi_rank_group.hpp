// The ranks of an MPI job as peers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mpi.h>
#include <string>
#include <vector>

#include "scenarios/parallel/rank_group.hpp"

namespace podreel::ranks {

/// All ranks of the job, which must create their objects at the same time. MPI errors end the job with MPI's message
/// (MPI_ERRORS_ARE_FATAL). Not thread-safe.
class MpiRankGroup final : public parallel::RankGroup {
 public:
  MpiRankGroup();
  ~MpiRankGroup() override;
  MpiRankGroup(const MpiRankGroup&) = delete;
  MpiRankGroup& operator=(const MpiRankGroup&) = delete;

  [[nodiscard]] std::size_t number() const noexcept override { return static_cast<std::size_t>(rank_); }
  [[nodiscard]] std::size_t count() const noexcept override { return static_cast<std::size_t>(ranks_); }
  std::size_t next() override;
  std::vector<std::string> exchange(const std::string& mine) override;

 private:
  [[nodiscard]] std::vector<std::uint64_t> gathered(std::uint64_t mine) const;

  int rank_ = 0;
  int ranks_ = 1;
  /// A counter that rank 0 holds and all ranks may increment.
  MPI_Win counter_{};
  /// Value of the counter at the last exchange, and the number of increments by this rank since then.
  std::uint64_t counted_before_ = 0;
  std::uint64_t counted_here_ = 0;
};

}  // namespace podreel::ranks
