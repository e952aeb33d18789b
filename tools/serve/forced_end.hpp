// Ends a server by a signal, in time.
#pragma once

#include <functional>
#include <memory>

namespace podreel::serve {

/// Waits for SIGINT and SIGTERM on a thread of its own, because the server's thread may be busy for long.
class ForcedEnd {
 public:
  /// `stop` asks the server to end, and `clean_up` removes what it leaves behind. Both are called on the thread of this
  /// object: `stop` when a signal arrives, `clean_up` 700 ms later if this object still exists. Then the process ends
  /// as if this object had not been there.
  ///
  /// When it is destroyed after a signal, the process ignores that signal: who sends it twice, as timeout(1) does,
  /// finds a process that ends with its own exit status.
  ForcedEnd(std::function<void()> stop, std::function<void()> clean_up);
  ~ForcedEnd();
  ForcedEnd(const ForcedEnd&) = delete;
  ForcedEnd& operator=(const ForcedEnd&) = delete;

 private:
  class Waiting;
  std::unique_ptr<Waiting> waiting_;
};

}  // namespace podreel::serve
