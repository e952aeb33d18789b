#include "engine/trace/jsonl.hpp"

#include "engine/trace/json_line.hpp"

namespace podreel::trace {

void JsonlSink::write(const Record& record) {
  line_.clear();
  append_json_line(line_, record, start_);
  line_ += '\n';
  out_.write(line_.data(), static_cast<std::streamsize>(line_.size()));
}

}  // namespace podreel::trace
