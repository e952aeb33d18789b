// The engine of the playground in a process of its own.
#pragma once

#include <chrono>
#include <cstddef>
#include <stop_token>
#include <string>
#include <string_view>

namespace podreel::playground {

/// Limits of the process for one request.
struct EngineLimits {
  std::chrono::milliseconds duration{20'000};
  /// Address space in bytes; ignored by builds with sanitizers, which need much more.
  std::size_t memory = std::size_t{2} * 1024 * 1024 * 1024;
  std::size_t answer_bytes = std::size_t{64} * 1024 * 1024;
};

/// Answers as answer() does, by `program playground --answer`. A request that exceeds a limit, or that makes the engine
/// fail, gets {"error": "…"}. The process is killed when `stop` is requested.
[[nodiscard]] std::string answer_in_process(const std::string& program, std::string_view request,
                                            const std::stop_token& stop, const EngineLimits& limits = {});

}  // namespace podreel::playground
