#include "tools/cli/program.hpp"

int main(int argc, char** argv) {
  return podreel::cli::run_program(argc, argv);
}
