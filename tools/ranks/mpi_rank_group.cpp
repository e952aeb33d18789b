#include "tools/ranks/mpi_rank_group.hpp"

#include <limits>
#include <numeric>
#include <stdexcept>

namespace podreel::ranks {

MpiRankGroup::MpiRankGroup() {
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
  std::uint64_t* number = nullptr;
  const MPI_Aint size = rank_ == 0 ? sizeof(std::uint64_t) : 0;
  MPI_Win_allocate(size, sizeof(std::uint64_t), MPI_INFO_NULL, MPI_COMM_WORLD, static_cast<void*>(&number), &counter_);
  if (rank_ == 0) *number = 0;
  MPI_Win_fence(0, counter_);
  MPI_Win_lock_all(0, counter_);
}

MpiRankGroup::~MpiRankGroup() {
  MPI_Win_unlock_all(counter_);
  MPI_Win_free(&counter_);
}

std::size_t MpiRankGroup::next() {
  const std::uint64_t one = 1;
  std::uint64_t counted = 0;
  MPI_Fetch_and_op(&one, &counted, MPI_UINT64_T, 0, 0, MPI_SUM, counter_);
  MPI_Win_flush(0, counter_);
  ++counted_here_;
  return counted - counted_before_;
}

std::vector<std::string> MpiRankGroup::exchange(const std::string& mine) {
  // Counting is complete when all ranks have reported their counts.
  const std::vector<std::uint64_t> counted = gathered(counted_here_);
  counted_before_ = std::accumulate(counted.begin(), counted.end(), counted_before_);
  counted_here_ = 0;
  const std::vector<std::uint64_t> said = gathered(mine.size());
  const std::uint64_t together = std::accumulate(said.begin(), said.end(), std::uint64_t{0});
  if (together > std::numeric_limits<int>::max())
    throw std::runtime_error{"too much data for one exchange among ranks"};
  const std::vector<int> sizes{said.begin(), said.end()};
  std::vector<int> begins(sizes.size());
  std::exclusive_scan(sizes.begin(), sizes.end(), begins.begin(), 0);
  std::string all(together, '\0');
  MPI_Allgatherv(mine.data(), static_cast<int>(mine.size()), MPI_BYTE, all.data(), sizes.data(), begins.data(),
                 MPI_BYTE, MPI_COMM_WORLD);
  std::vector<std::string> texts;
  for (std::size_t rank = 0; rank < sizes.size(); ++rank) {
    texts.push_back(all.substr(static_cast<std::size_t>(begins[rank]), said[rank]));
  }
  return texts;
}

std::vector<std::uint64_t> MpiRankGroup::gathered(std::uint64_t mine) const {
  std::vector<std::uint64_t> all(count());
  MPI_Allgather(&mine, 1, MPI_UINT64_T, all.data(), 1, MPI_UINT64_T, MPI_COMM_WORLD);
  return all;
}

}  // namespace podreel::ranks
