#include "tests/fuzz/generated_container.hpp"

#include <array>
#include <cstring>

namespace podreel::fuzz {

namespace {

using Json = nlohmann::json;
using types::Field;
using types::Kind;
using types::Type;

constexpr std::array strings{
    "",     "app",  "nginx:1.25", "a b",  "{x}", "[1 2]", "map[a:b]", "\"quoted\"", "back\\slash", "<a&b>",
    "\n\t", "\b\f", "é",          "日本", "𝄞",   " ",     "\x7f",     "%s",         "$(A)",        "1Gi",
};

constexpr std::array quantities{
    "0",   "1",    "100m", "0.1",   "1Gi", "128Mi",  "1.5Gi",    "10Ei",
    "1e3", "5e-3", "+5Mi", "-100m", "00",  "000.50", "12345678", "1234567890123456789012345",
    "1u",  "0.1n", "5.",   ".5",
};

Json scalar(const Type& type, Bytes& bytes) {
  switch (type.kind) {
    case Kind::boolean:
      return bytes.flip();
    case Kind::integer:
      return static_cast<std::int32_t>(bytes.next() << 24 | bytes.next());
    case Kind::quantity:
      if (bytes.below(8) == 0) return bytes.next();
      return quantities.at(bytes.below(quantities.size()));
    case Kind::int_or_string:
      if (bytes.flip()) return bytes.next();
      return strings.at(bytes.below(strings.size()));
    case Kind::time:
      return "2024-02-29T12:34:56.789Z";
    default:
      return strings.at(bytes.below(strings.size()));
  }
}

Json mismatched(Bytes& bytes) {
  switch (bytes.below(6)) {
    case 0:
      return Json::array({1, "a", nullptr});
    case 1:
      return Json{{"a", 1}};
    case 2:
      return true;
    case 3:
      return 1.5;
    case 4:
      return "text";
    default:
      return std::uint64_t{18446744073709551615U};
  }
}

class Generator {
 public:
  Generator(Bytes& bytes, bool may_mismatch) : bytes_(bytes), may_mismatch_(may_mismatch) {}

  Json value(const Type& type, int depth) {
    if (may_mismatch_ && bytes_.below(32) == 1) return mismatched(bytes_);
    switch (type.kind) {
      case Kind::pointer:
        return value(*type.element, depth);
      case Kind::list:
        return list(type, depth);
      case Kind::map:
        return map(type, depth);
      case Kind::structure: {
        Json object = Json::object();
        members(type, object, depth);
        if (bytes_.below(16) == 1) object["unknown"] = {1, {{"x", nullptr}}};
        return object;
      }
      default:
        return scalar(type, bytes_);
    }
  }

 private:
  static constexpr int deepest = 8;

  void members(const Type& type, Json& object, int depth) {
    for (const Field& field : type.fields) {
      if (field.inlined) {
        members(*field.type, object, depth);
        continue;
      }
      const std::size_t choice = bytes_.below(4);
      if (choice == 2) object[field.json] = nullptr;
      if (choice == 3 && depth < deepest) object[field.json] = value(*field.type, depth + 1);
    }
  }

  Json list(const Type& type, int depth) {
    Json result = Json::array();
    const std::size_t size = bytes_.below(4);
    for (std::size_t index = 0; index < size && depth < deepest; ++index) {
      result.push_back(bytes_.below(16) == 1 ? Json{} : value(*type.element, depth + 1));
    }
    return result;
  }

  Json map(const Type& type, int depth) {
    Json result = Json::object();
    const std::size_t size = bytes_.below(4);
    for (std::size_t index = 0; index < size; ++index) {
      result[strings.at(bytes_.below(strings.size()))] = value(*type.element, depth + 1);
    }
    return result;
  }

  Bytes& bytes_;
  bool may_mismatch_;
};

}  // namespace

Json generate(const Type& type, Bytes& bytes, bool may_mismatch) {
  return Generator{bytes, may_mismatch}.value(type, 0);
}

}  // namespace podreel::fuzz
