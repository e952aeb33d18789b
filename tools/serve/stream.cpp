#include "tools/serve/stream.hpp"

#include "tools/serve/log_stream.hpp"
#include "tools/serve/record_stream.hpp"
#include "tools/serve/watch_stream.hpp"

namespace podreel::serve {

std::unique_ptr<Stream> open_stream(Session& session, const Response& response) {
  if (response.records_from) return std::make_unique<RecordStream>(session.simulation, *response.records_from);
  if (response.log) return std::make_unique<LogStream>(session.simulation, *response.log);
  return std::make_unique<WatchStream>(session.simulation, *response.watch);
}

}  // namespace podreel::serve
