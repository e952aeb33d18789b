#include "tools/ranks/end_of_ranks.hpp"

#include <chrono>
#include <thread>

namespace podreel::ranks {

EndOfRanks::EndOfRanks() {
  MPI_Comm_dup(MPI_COMM_WORLD, &ranks_);
}

EndOfRanks::~EndOfRanks() {
  MPI_Comm_free(&ranks_);
}

void EndOfRanks::meet() {
  MPI_Barrier(ranks_);
}

bool EndOfRanks::meet_soon() {
  constexpr std::chrono::seconds patience{3};
  constexpr std::chrono::milliseconds pause{1};
  MPI_Request request{};
  MPI_Ibarrier(ranks_, &request);
  const auto latest = std::chrono::steady_clock::now() + patience;
  int all_are_here = 0;
  MPI_Test(&request, &all_are_here, MPI_STATUS_IGNORE);
  while (all_are_here == 0 && std::chrono::steady_clock::now() < latest) {
    std::this_thread::sleep_for(pause);
    MPI_Test(&request, &all_are_here, MPI_STATUS_IGNORE);
  }
  return all_are_here != 0;
}

}  // namespace podreel::ranks
