// Conversion between messages and gRPC's byte buffers.
#pragma once

#include <google/protobuf/message_lite.h>
#include <grpcpp/support/byte_buffer.h>

namespace podreel::cri {

/// Maximum message size, as in kubelets.
inline constexpr int max_message_length = 16 << 20;

[[nodiscard]] grpc::ByteBuffer bytes_of(const google::protobuf::MessageLite& message);
/// Parses a message; returns false if it is invalid.
[[nodiscard]] bool read_bytes(const grpc::ByteBuffer& bytes, google::protobuf::MessageLite& message);

}  // namespace podreel::cri
