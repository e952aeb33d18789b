// podreel-ranks: all ranks run the command line and share the work; rank 0 prints the results.
#include <algorithm>
#include <csignal>
#include <fmt/format.h>
#include <iostream>
#include <mpi.h>
#include <sstream>
#include <string>
#include <unistd.h>
#include <vector>

#include "tools/cli/command/command_line.hpp"
#include "tools/files/fd_stream.hpp"
#include "tools/files/temporary_file.hpp"
#include "tools/ranks/end_of_ranks.hpp"
#include "tools/ranks/mpi_rank_group.hpp"

namespace {

using namespace podreel;

/// Initializes MPI for the lifetime of the object.
class Mpi {
 public:
  Mpi() {
    int provided = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
  }
  ~Mpi() { MPI_Finalize(); }
  Mpi(const Mpi&) = delete;
  Mpi& operator=(const Mpi&) = delete;
};

/// Returns whether the command reads standard input, which only one rank has.
bool reads_standard_input(const std::vector<std::string>& arguments) {
  return std::ranges::find(arguments, "-") != arguments.end();
}

/// Runs the command. Rank 0 prints; other ranks print nothing, and keep their diagnostics.
cli::ExitCode run_rank(const std::vector<std::string>& arguments, parallel::RankGroup& rank_group,
                       std::ostream& diagnostics) {
  if (rank_group.number() > 0) {
    std::ostream nowhere{nullptr};
    cli::Context context{.out = nowhere, .diagnostics = diagnostics, .out_terminal = {}, .diagnostics_terminal = {}};
    context.rank_group = &rank_group;
    return cli::run_command_line(arguments, context);
  }
  // mpirun gives ranks a terminal of its own, regardless of its output.
  cli::FdStream out{STDOUT_FILENO, "standard output"};
  cli::Context context{.out = out,
                       .diagnostics = diagnostics,
                       .out_terminal = {},
                       .diagnostics_terminal = cli::terminal_of(STDERR_FILENO)};
  context.rank_group = &rank_group;
  try {
    return cli::run_command_line(arguments, context);
  } catch (const cli::BrokenPipe&) {
    return cli::ExitCode::failure;
  }
}

/// Ends all ranks with a message if only this rank failed; an error of all ranks is printed by rank 0.
void end(cli::ExitCode code, const std::ostringstream& kept, std::size_t rank, ranks::EndOfRanks& all) {
  if (code == cli::ExitCode::ok || code == cli::ExitCode::difference) return all.meet();
  if (all.meet_soon()) return;
  std::cerr << kept.str() << fmt::format("podreel-ranks: rank {} failed; ending all ranks\n", rank) << std::flush;
  MPI_Abort(MPI_COMM_WORLD, static_cast<int>(code));
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  cli::clean_up_on_signals();
  const Mpi mpi;
  ranks::EndOfRanks all;
  ranks::MpiRankGroup rank_group;
  const bool is_first = rank_group.number() == 0;
  const std::vector<std::string> arguments{argv + (argc > 0 ? 1 : 0), argv + argc};
  std::ostringstream kept;
  if (reads_standard_input(arguments)) {
    if (is_first) std::cerr << "podreel-ranks: ranks have no standard input; name a file instead of -\n";
    return is_first ? static_cast<int>(cli::ExitCode::bad_input) : 0;
  }
  const cli::ExitCode code = run_rank(arguments, rank_group, is_first ? std::cerr : kept);
  end(code, kept, rank_group.number(), all);
  return is_first ? static_cast<int>(code) : 0;
}
