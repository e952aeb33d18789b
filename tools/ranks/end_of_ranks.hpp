// How the ranks of a job end.
#pragma once

#include <mpi.h>

namespace podreel::ranks {

/// Where all ranks meet before they end, whatever became of each.
class EndOfRanks {
 public:
  EndOfRanks();
  ~EndOfRanks();
  EndOfRanks(const EndOfRanks&) = delete;
  EndOfRanks& operator=(const EndOfRanks&) = delete;

  /// Waits for all others.
  void meet();
  /// The same, but not for long. False: the others are at work, and would wait for this rank in vain.
  [[nodiscard]] bool meet_soon();

 private:
  /// Of its own: the others may be in the middle of another exchange.
  MPI_Comm ranks_{};
};

}  // namespace podreel::ranks
