#include "engine/api/gzip_inflater.hpp"

#include <array>
#include <fmt/format.h>
#include <new>
#include <zlib.h>

namespace podreel::api {

struct GzipInflater::State {
  z_stream stream{};
  std::uint64_t bytes_in = 0;
  std::uint64_t bytes_out = 0;
  bool is_at_end = false;
};

bool begins_as_gzip(std::string_view bytes) noexcept {
  return bytes.starts_with("\x1f\x8b");
}

GzipInflater::GzipInflater() : state_{std::make_unique<State>()} {
  // 16 beside the largest window: with gzip's header.
  constexpr int window_bits = 15 + 16;
  if (inflateInit2(&state_->stream, window_bits) != Z_OK) throw std::bad_alloc{};
}

GzipInflater::~GzipInflater() {
  inflateEnd(&state_->stream);
}

std::optional<std::string> GzipInflater::unpack(std::string_view packed, std::string& text) {
  State& state = *state_;
  // zlib takes it without changing it.
  state.stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  state.stream.avail_in = static_cast<uInt>(packed.size());
  state.bytes_in += packed.size();
  std::array<char, std::size_t{1} << 16> piece;
  bool is_full = false;
  while (state.stream.avail_in > 0 || is_full) {
    // Several packed files one after another are one text.
    if (state.is_at_end && inflateReset(&state.stream) != Z_OK) return "is damaged: gzip cannot decompress it";
    state.is_at_end = false;
    state.stream.next_out = reinterpret_cast<Bytef*>(piece.data());
    state.stream.avail_out = static_cast<uInt>(piece.size());
    const int result = inflate(&state.stream, Z_NO_FLUSH);
    const std::size_t count = piece.size() - state.stream.avail_out;
    is_full = state.stream.avail_out == 0;
    text.append(piece.data(), count);
    state.bytes_out += count;
    state.is_at_end = result == Z_STREAM_END;
    if (result == Z_BUF_ERROR) break;
    if (result != Z_OK && result != Z_STREAM_END) return "is damaged: gzip cannot decompress it";
    // A megabyte is no bomb.
    const bool is_bomb = state.bytes_out > max_bytes ||
                         (state.bytes_out > (std::uint64_t{1} << 20) && state.bytes_out / max_ratio > state.bytes_in);
    if (is_bomb) {
      return fmt::format("decompresses to more than {} GiB, or to more than {} times its size", max_bytes >> 30,
                         max_ratio);
    }
    if (state.is_at_end) is_full = false;
  }
  return std::nullopt;
}

std::optional<std::string> GzipInflater::finish() const {
  if (state_->is_at_end) return std::nullopt;
  return "ends inside the compressed data";
}

}  // namespace podreel::api
