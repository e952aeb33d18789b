// Changes inputs as trees: bytes that are changed at random are mostly no YAML and no JSON any more.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/document.hpp"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace podreel::fuzz {

namespace {

using Json = nlohmann::json;
using Random = std::minstd_rand;

std::size_t below(std::size_t bound, Random& random) {
  return random() % bound;
}

/// What stands at the ends of its range, or is easily taken for something else.
Json odd_value(Random& random) {
  static const std::array values{
      Json(nullptr),
      Json(true),
      Json(0),
      Json(-1),
      Json(1),
      Json(2147483647),
      Json(-2147483648LL),
      Json(9223372036854775807LL),
      Json(INT64_MIN),
      Json(18446744073709551615ULL),
      Json(1.5),
      Json(1e300),
      Json(""),
      Json("0s"),
      Json("1ns"),
      Json("5s"),
      Json("1m"),
      Json("87660h"),
      Json("1e3"),
      Json("8Ei"),
      Json("1e-30"),
      Json("0001-01-01T00:00:00Z"),
      Json("1969-12-31T23:59:59Z"),
      Json("2024-01-01T00:00:05Z"),
      Json("2261-12-31T23:59:59Z"),
      Json("9999-12-31T23:59:59Z"),
      Json("*"),
      Json("web"),
      Json("default/web"),
      Json("app"),
      Json("1.7"),
      Json("1.36"),
      Json("${v}"),
      Json::array(),
      Json::object(),
      Json("\xF0\x9F\x90\xB3"),
  };
  return values.at(below(values.size(), random));
}

void collect(Json& value, std::vector<Json*>& all) {
  all.push_back(&value);
  if (!value.is_structured()) return;
  for (Json& part : value) collect(part, all);
}

std::vector<Json*> values_of(std::vector<Json>& documents) {
  std::vector<Json*> all;
  for (Json& document : documents) collect(document, all);
  return all;
}

/// Another order, number or set of the parts of a list or map.
void change_parts(Json& value, const Json& other, Random& random) {
  if (value.empty()) return;
  const auto place = static_cast<std::ptrdiff_t>(below(value.size(), random));
  const auto part = std::next(value.begin(), place);
  if (value.is_array()) {
    switch (below(3, random)) {
      case 0:
        value.erase(part);
        return;
      case 1:
        value.insert(part, Json(*part));
        return;
      default:
        value.insert(part, other);
        return;
    }
  }
  const std::string key = part.key();
  const Json moved = *part;
  if (below(2, random) == 0) value.erase(key);
  if (other.is_object() && !other.empty()) {
    const auto from = std::next(other.begin(), static_cast<std::ptrdiff_t>(below(other.size(), random)));
    value[from.key()] = below(2, random) == 0 ? moved : from.value();
  }
}

/// One change. `giver` has parts to take over; it may be of the documents itself.
void change(std::vector<Json>& documents, std::vector<Json>& giver, Random& random) {
  const std::vector<Json*> all = values_of(documents);
  const std::vector<Json*> given = values_of(giver);
  Json& value = *all.at(below(all.size(), random));
  const Json other = *given.at(below(given.size(), random));
  if (value.is_structured() && below(2, random) == 0) return change_parts(value, other, random);
  if (value.is_structured() && below(4, random) != 0) return;
  value = below(2, random) == 0 ? odd_value(random) : other;
}

std::vector<Json> documents_of(std::string_view text) {
  std::vector<Json> documents;
  for (const api::Tree& document : api::load_documents(text, "input").documents) {
    if (document.kind == api::Tree::Kind::map || document.kind == api::Tree::Kind::list) {
      documents.push_back(api::to_json(document));
    }
  }
  return documents;
}

/// JSON: YAML, too, and where there are several, JSON Lines or several documents, as `text` has them.
std::string written(const std::vector<Json>& documents, std::string_view text) {
  const std::string_view between = text.find("\n---") == std::string_view::npos ? "\n" : "\n---\n";
  std::string result;
  for (const Json& document : documents) {
    result += document.dump(-1, ' ', false, Json::error_handler_t::replace);
    result += between;
  }
  return result;
}

/// Stores `text` if there is space for it.
std::size_t store(const std::string& text, std::uint8_t* data, std::size_t max_size) {
  if (text.empty() || text.size() > max_size) return 0;
  std::memcpy(data, text.data(), text.size());
  return text.size();
}

std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace

}  // namespace podreel::fuzz

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned int seed) {
  using namespace podreel::fuzz;
  Random random{seed};
  if (below(3, random) != 0) {
    const std::string_view text = text_of(data, size);
    std::vector<Json> documents = documents_of(text);
    if (!documents.empty()) {
      for (std::size_t left = 1 + below(3, random); left > 0; --left) change(documents, documents, random);
      if (const std::size_t stored = store(written(documents, text), data, max_size); stored > 0) return stored;
    }
  }
  return LLVMFuzzerMutate(data, size, max_size);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* data1, std::size_t size1,
                                                 const std::uint8_t* data2, std::size_t size2, std::uint8_t* out,
                                                 std::size_t max_out_size, unsigned int seed) {
  using namespace podreel::fuzz;
  Random random{seed};
  const std::string_view text = text_of(data1, size1);
  std::vector<Json> documents = documents_of(text);
  std::vector<Json> giver = documents_of(text_of(data2, size2));
  if (documents.empty() || giver.empty()) return 0;
  change(documents, giver, random);
  return store(written(documents, text), out, max_out_size);
}
