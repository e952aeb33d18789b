#include "tools/cri/grpc/bytes.hpp"

#include <string>
#include <vector>

namespace podreel::cri {

grpc::ByteBuffer bytes_of(const google::protobuf::MessageLite& message) {
  const grpc::Slice slice{message.SerializeAsString()};
  return {&slice, 1};
}

bool read_bytes(const grpc::ByteBuffer& bytes, google::protobuf::MessageLite& message) {
  std::vector<grpc::Slice> slices;
  if (!bytes.Dump(&slices).ok()) return false;
  std::string text;
  for (const grpc::Slice& slice : slices) text.append(reinterpret_cast<const char*>(slice.begin()), slice.size());
  return message.ParseFromString(text);
}

}  // namespace podreel::cri
