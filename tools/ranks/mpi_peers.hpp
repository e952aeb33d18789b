// The ranks of an MPI job as peers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mpi.h>
#include <string>
#include <vector>

#include "scenarios/parallel/peers.hpp"

namespace podreel::ranks {

/// All ranks of the job, which must make theirs at the same time. What goes wrong in MPI ends the job, with its message
/// (MPI_ERRORS_ARE_FATAL). For one thread at a time.
class MpiPeers final : public parallel::Peers {
 public:
  MpiPeers();
  ~MpiPeers() override;
  MpiPeers(const MpiPeers&) = delete;
  MpiPeers& operator=(const MpiPeers&) = delete;

  [[nodiscard]] std::size_t number() const noexcept override { return static_cast<std::size_t>(rank_); }
  [[nodiscard]] std::size_t count() const noexcept override { return static_cast<std::size_t>(ranks_); }
  std::size_t next() override;
  std::vector<std::string> exchange(const std::string& mine) override;

 private:
  [[nodiscard]] std::vector<std::uint64_t> gathered(std::uint64_t mine) const;

  int rank_ = 0;
  int ranks_ = 1;
  /// A number that rank 0 holds and all may count up: it never falls.
  MPI_Win counter_{};
  /// Where it stood at the last exchange, and how often this rank has counted it up since then.
  std::uint64_t counted_before_ = 0;
  std::uint64_t counted_here_ = 0;
};

}  // namespace podreel::ranks
