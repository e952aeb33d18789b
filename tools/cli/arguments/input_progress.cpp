#include "tools/cli/arguments/input_progress.hpp"

#include <filesystem>
#include <system_error>

namespace podreel::cli {

InputProgress::InputProgress(Context& context, const std::string& file)
    : InputProgress{context, file, size_of_file(file)} {}

InputProgress::InputProgress(Context& context, const std::string& file, std::uint64_t total)
    : progress_{context.diagnostics, context.diagnostics_terminal, file, total} {}

InputProgress InputProgress::while_answering(Context& context, const std::string& file) {
  return {context, file, context.out_terminal.is_terminal ? 0 : size_of_file(file)};
}

std::uint64_t size_of_file(const std::string& file) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  return error ? 0 : size;
}

}  // namespace podreel::cli
