#include "tools/serve/protobuf_body.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <protozero/pbf_reader.hpp>

#include "engine/api/input_limits.hpp"
#include "engine/api/json_member.hpp"
#include "tools/serve/status_error.hpp"
#include "tools/serve/wire_values.hpp"

namespace podreel::serve {

namespace {

using nlohmann::json;

constexpr std::string_view envelope_prefix{"k8s\0", 4};

/// Reads a message and tracks its position.
class WireReader {
 public:
  explicit WireReader(std::string_view body) : begin_{body.data()} {}

  void read(json& object, std::string_view bytes, const WireMessage& message) {
    protozero::pbf_reader reader{bytes.data(), bytes.size()};
    while (next(reader)) {
      const std::size_t around = path_.size();
      const WireField* field = message.find(reader.tag());
      if (field == nullptr) {
        enter(std::to_string(reader.tag()));
        if (unknown_.size() < api::input_limits.problems) unknown_.push_back(path_);
        reader.skip();
      } else {
        if (!field->name.empty()) enter(field->name);
        read_field(object, reader, *field);
      }
      path_.resize(around);
    }
  }

  /// Returns the position: "at byte 57, spec.containers[0].image".
  [[nodiscard]] std::string place() const {
    return fmt::format("at byte {}{}{}", at_, path_.empty() ? "" : ", ", path_);
  }
  [[nodiscard]] std::vector<std::string> take_unknown() { return std::move(unknown_); }

 private:
  bool next(protozero::pbf_reader& reader) {
    at_ = reader.data().data() - begin_;
    if (!reader.next()) return false;
    if (++values_ > api::input_limits.values) {
      throw WireError{fmt::format("too many values; accepted: at most {}", api::input_limits.values)};
    }
    return true;
  }

  void enter(std::string_view name) {
    if (!path_.empty()) path_ += '.';
    path_ += name;
  }

  void read_field(json& object, protozero::pbf_reader& reader, const WireField& field) {
    if (field.name.empty()) return read(object, bytes_of(reader), *field.message);
    const std::string name{field.name};
    if (field.shape == WireShape::list) return read_items(object[name], reader, field);
    if (field.shape == WireShape::map) return read_entry(object[name], reader, field);
    json& member = object[name];
    read_value(member, reader, field);
    const bool is_empty = member.is_object() && member.empty();
    const bool is_zero = is_empty || member == false || member == 0 || member == "";
    if (member.is_null() || (is_zero && field.is_optional && !field.is_pointer)) object.erase(name);
  }

  /// Reads list items; numbers may be packed in one field.
  void read_items(json& list, protozero::pbf_reader& reader, const WireField& field) {
    if (list.is_null()) list = json::array();
    if (field.kind == WireKind::integer && reader.has_wire_type(protozero::pbf_wire_type::length_delimited)) {
      for (const std::int64_t number : reader.get_packed_int64()) list.push_back(number);
      return;
    }
    path_ += fmt::format("[{}]", list.size());
    json item;
    read_value(item, reader, field);
    list.push_back(std::move(item));
  }

  void read_entry(json& map, protozero::pbf_reader& reader, const WireField& field) {
    if (map.is_null()) map = json::object();
    std::string key;
    json value = kept_value(field.kind);
    const std::string_view bytes = bytes_of(reader);
    protozero::pbf_reader entry{bytes.data(), bytes.size()};
    while (next(entry)) {
      if (entry.tag() == 1) {
        key = bytes_of(entry);
      } else if (entry.tag() == 2) {
        read_value(value, entry, field);
      } else {
        entry.skip();
      }
    }
    map[key] = std::move(value);
  }

  /// Reads a value; parts of a message may be split over several fields.
  void read_value(json& value, protozero::pbf_reader& reader, const WireField& field) {
    if (field.kind != WireKind::message) {
      value = wire_value(field.kind, reader);
      return;
    }
    if (value.is_null()) value = json::object();
    read(value, bytes_of(reader), *field.message);
  }

  const char* begin_;
  std::ptrdiff_t at_ = 0;
  std::size_t values_ = 0;
  std::string path_;
  std::vector<std::string> unknown_;
};

struct Envelope {
  std::string api_version;
  std::string kind;
  std::string_view raw;
};

/// Reads runtime.Unknown.
Envelope envelope_of(std::string_view body) {
  Envelope envelope;
  body.remove_prefix(envelope_prefix.size());
  protozero::pbf_reader reader{body.data(), body.size()};
  while (reader.next()) {
    if (reader.tag() == 1) {
      const std::string_view bytes = bytes_of(reader);
      protozero::pbf_reader type{bytes.data(), bytes.size()};
      while (type.next()) {
        if (type.tag() == 1) {
          envelope.api_version = bytes_of(type);
        } else if (type.tag() == 2) {
          envelope.kind = bytes_of(type);
        } else {
          type.skip();
        }
      }
    } else if (reader.tag() == 2) {
      envelope.raw = bytes_of(reader);
    } else {
      reader.skip();
    }
  }
  return envelope;
}

/// Returns "v1" of "apps/v1".
std::string version_in(const std::string& api_version) {
  return api_version.substr(api_version.find('/') + 1);
}

Envelope checked_envelope(std::string_view body) {
  if (!body.starts_with(envelope_prefix)) {
    throw bad_request(
        "the object provided is unrecognized: provided data does not appear to be a protobuf message, expected prefix "
        "[107 56 115 0]");
  }
  if (body.size() == envelope_prefix.size()) throw bad_request("the object provided is unrecognized: empty body");
  try {
    return envelope_of(body);
  } catch (const std::exception& error) {
    throw bad_request(fmt::format("the object provided is unrecognized: the envelope of protobuf: {}", error.what()));
  }
}

}  // namespace

ProtobufObject read_protobuf(std::string_view body) {
  const Envelope envelope = checked_envelope(body);
  if (envelope.kind.empty()) throw bad_request("Object 'Kind' is missing in the envelope of protobuf");
  const WireMessage* message = WireMessages::built_in().find(envelope.kind);
  if (message == nullptr) {
    throw bad_request(
        fmt::format("no kind \"{}\" is registered for version \"{}\"", envelope.kind, envelope.api_version));
  }
  ProtobufObject read{.object = {{"kind", envelope.kind}, {"apiVersion", envelope.api_version}}};
  WireReader reader{body};
  try {
    reader.read(read.object, envelope.raw, *message);
  } catch (const WireError& error) {
    throw undecodable(envelope.kind, version_in(envelope.api_version),
                      fmt::format("{}: {}", reader.place(), error.what()));
  } catch (const protozero::exception& error) {
    throw undecodable(envelope.kind, version_in(envelope.api_version),
                      fmt::format("{}: {}", reader.place(), error.what()));
  }
  read.unknown = reader.take_unknown();
  return read;
}

Request with_json_body(const Request& request, bool takes_unknown_fields) {
  Request changed = request;
  changed.content_type = "application/json";
  if (request.body.empty()) return changed;
  const ProtobufObject read = read_protobuf(request.body);
  if (!read.unknown.empty() && !takes_unknown_fields) {
    throw unknown_fields(api::string_member(read.object, "kind"),
                         version_in(api::string_member(read.object, "apiVersion")), read.unknown);
  }
  changed.body = json_text(read.object);
  return changed;
}

}  // namespace podreel::serve
