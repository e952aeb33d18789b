// The end of the ranks of a job.
#pragma once

#include <mpi.h>

namespace podreel::ranks {

/// A barrier at which all ranks meet before they end, also after errors.
class EndOfRanks {
 public:
  EndOfRanks();
  ~EndOfRanks();
  EndOfRanks(const EndOfRanks&) = delete;
  EndOfRanks& operator=(const EndOfRanks&) = delete;

  /// Waits for all others.
  void meet();
  /// Waits for all others for a short time. Returns false if others are still working and would wait for this rank
  /// forever.
  [[nodiscard]] bool meet_soon();

 private:
  /// A separate communicator, because other ranks may be in the middle of another exchange.
  MPI_Comm ranks_{};
};

}  // namespace podreel::ranks
