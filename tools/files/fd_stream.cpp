#include "tools/files/fd_stream.hpp"

#include <cerrno>
#include <fmt/format.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace podreel::cli {

OutputError::OutputError(const std::string& name, int error_number)
    : std::runtime_error{fmt::format("cannot write {}: {}", name, std::generic_category().message(error_number))} {}

void write_all(int descriptor, std::string_view text, const std::string& name) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EPIPE) throw BrokenPipe{};
    if (written < 0) throw OutputError{name, errno};
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

FdBuffer::FdBuffer(int descriptor, std::string name) : descriptor_{descriptor}, name_{std::move(name)}, buffer_{} {
  setp(buffer_.begin(), buffer_.end());
}

FdBuffer::int_type FdBuffer::overflow(int_type character) {
  write_out();
  if (!traits_type::eq_int_type(character, traits_type::eof())) sputc(traits_type::to_char_type(character));
  return traits_type::not_eof(character);
}

int FdBuffer::sync() {
  write_out();
  return 0;
}

void FdBuffer::write_out() {
  const std::string_view pending{pbase(), static_cast<std::size_t>(pptr() - pbase())};
  // The buffer is emptied first, so that text whose write failed is not written again.
  setp(buffer_.begin(), buffer_.end());
  write_all(descriptor_, pending, name_);
}

FdStream::FdStream(int descriptor, std::string name) : std::ostream{nullptr}, buffer_{descriptor, std::move(name)} {
  rdbuf(&buffer_);
  exceptions(std::ios::badbit);
}

}  // namespace podreel::cli
