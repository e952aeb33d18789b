// Messages as gRPC carries them.
#pragma once

#include <google/protobuf/message_lite.h>
#include <grpcpp/support/byte_buffer.h>

namespace podreel::cri {

/// Kubelets send and take this much.
inline constexpr int longest_message = 16 << 20;

[[nodiscard]] grpc::ByteBuffer bytes_of(const google::protobuf::MessageLite& message);
/// False if it is no such message.
[[nodiscard]] bool read_bytes(const grpc::ByteBuffer& bytes, google::protobuf::MessageLite& message);

}  // namespace podreel::cri
