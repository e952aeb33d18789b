// Output streams on file descriptors that do not swallow errors.
#pragma once

#include <array>
#include <ostream>
#include <stdexcept>
#include <streambuf>
#include <string>

namespace podreel::cli {

/// Output could not be written: exit code 3. The message names what was being written and the system's reason.
class OutputError : public std::runtime_error {
 public:
  OutputError(const std::string& name, int error_number);
};

/// The reader of a pipe has gone, as in `podreel … | head`: the command ends quietly, by SIGPIPE.
class ReaderGone : public std::exception {};

/// Writes all of `text` to `descriptor`, or throws OutputError or ReaderGone.
void write_all(int descriptor, std::string_view text, const std::string& name);

/// A buffer before a descriptor that it does not own.
class FdBuffer : public std::streambuf {
 public:
  /// `name` is for messages: "standard output", or a path.
  FdBuffer(int descriptor, std::string name);

 protected:
  int_type overflow(int_type character) override;
  int sync() override;

 private:
  void write_out();

  int descriptor_;
  std::string name_;
  std::array<char, 1U << 16U> buffer_;
};

/// An output stream that throws OutputError or ReaderGone from the very write or flush that failed. What is still
/// buffered when it is destroyed is dropped: flush it.
class FdStream : public std::ostream {
 public:
  FdStream(int descriptor, std::string name);

 private:
  FdBuffer buffer_;
};

}  // namespace podreel::cli
