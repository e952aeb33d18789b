#include "tools/serve/record_stream.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace podreel::serve {

RecordStream::RecordStream(const LiveSimulation& simulation, std::uint64_t from)
    : simulation_{simulation}, next_{from}, generation_{simulation.generation()} {}

std::string RecordStream::news() {
  // Limits the data buffered for a client; the rest is sent when the client has read it.
  constexpr std::size_t max_bytes = std::size_t{256} * 1024;
  std::string text;
  const std::uint64_t first = simulation_.first_record();
  const std::uint64_t end = first + simulation_.records().size();
  if (generation_ != simulation_.generation()) {
    generation_ = simulation_.generation();
    next_ = std::min(next_, end);
    text = fmt::format("event: seek\ndata: {{\"records\":{}}}\n\n", end);
  }
  if (next_ < first) {
    has_ended_ = true;
    return text + fmt::format("event: gone\ndata: {{\"first\":{}}}\n\n", first);
  }
  for (; next_ < end && text.size() < max_bytes; ++next_) {
    std::string_view record = simulation_.records()[next_ - first];
    if (record.ends_with('\n')) record.remove_suffix(1);
    text += fmt::format("id: {}\ndata: {}\n\n", next_, record);
  }
  return text;
}

}  // namespace podreel::serve
