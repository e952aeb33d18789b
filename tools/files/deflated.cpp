#include "tools/files/deflated.hpp"

#include <new>
#include <zlib.h>

namespace podreel::cli {

std::string deflated(std::string_view bytes) {
  uLongf size = compressBound(bytes.size());
  std::string result(size, '\0');
  // zlib takes bytes as unsigned.
  const int status = compress2(reinterpret_cast<Bytef*>(result.data()), &size,              // NOLINT
                               reinterpret_cast<const Bytef*>(bytes.data()), bytes.size(),  // NOLINT
                               Z_BEST_COMPRESSION);
  if (status != Z_OK) throw std::bad_alloc{};
  result.resize(size);
  return result;
}

}  // namespace podreel::cli
