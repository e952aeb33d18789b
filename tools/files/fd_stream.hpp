// Output streams on file descriptors that report errors.
#pragma once

#include <array>
#include <ostream>
#include <stdexcept>
#include <streambuf>
#include <string>

namespace podreel::cli {

/// A failed write; the command ends with exit code 3. The message names the output and the system's reason.
class OutputError : public std::runtime_error {
 public:
  OutputError(const std::string& name, int error_number);
};

/// The reader closed the pipe, as in `podreel … | head`; the command ends silently, by SIGPIPE.
class BrokenPipe : public std::exception {};

/// Writes all of `text` to `descriptor`, or throws OutputError or BrokenPipe.
void write_all(int descriptor, std::string_view text, const std::string& name);

/// A buffer for a descriptor that it does not own.
class FdBuffer : public std::streambuf {
 public:
  /// `name` is used in messages: "standard output" or a path.
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

/// An output stream that throws OutputError or BrokenPipe from the write or flush that failed. The destructor drops
/// buffered text, so flush the stream.
class FdStream : public std::ostream {
 public:
  FdStream(int descriptor, std::string name);

 private:
  FdBuffer buffer_;
};

}  // namespace podreel::cli
