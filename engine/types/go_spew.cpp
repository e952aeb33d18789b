#include "engine/types/go_spew.hpp"

#include <fmt/format.h>
#include <iterator>
#include <nlohmann/json.hpp>

#include "engine/api/json_member.hpp"
#include "engine/api/quantity.hpp"
#include "engine/api/timestamp.hpp"
#include "engine/types/go_value.hpp"
#include "engine/types/go_value_walk.hpp"

namespace podreel::types {

namespace {

using Json = nlohmann::json;

std::string compact_json(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string spaced_json(const Json& value) {
  if (!value.is_structured()) return value.dump(-1, ' ', true, Json::error_handler_t::replace);
  std::string text;
  for (const auto& [key, element] : value.items()) {
    if (!text.empty()) text += ", ";
    if (value.is_object()) text += spaced_json(key) + ": ";
    text += spaced_json(element);
  }
  return value.is_object() ? "{" + text + "}" : "[" + text + "]";
}

class SpewPrinter {
 public:
  static constexpr char separator = ' ';
  static constexpr std::string_view nil = "<nil>";
  static constexpr std::string_view opens_map = "map[";
  static constexpr char closes_map = ']';
  static constexpr bool flattens_inlined = false;

  SpewPrinter(const SpewOptions& options, std::string& out) : options_{options}, out_{out} {}

  [[nodiscard]] static bool omits(const Field& /*field*/, const Json* /*value*/) { return false; }
  [[nodiscard]] static const std::string& name_of(const Field& field) { return field.name; }
  void label(const Field& field) { out_ += field.label; }
  void key(std::string_view key) {
    out_ += key;
    out_ += ':';
  }

  void integer(std::int64_t value) { append("{}", value); }
  void string(std::string_view text) { out_ += text; }
  void quantity(const Json* value, bool is_in_map) {
    if (options_.decimal_quantities) return old_quantity(value);
    api::Quantity quantity = go_quantity(value);
    if (is_in_map && options_.rounded_resource_lists) quantity.round_up_to_milli();
    print(quantity);
  }

  void int_or_string(const Json* value) {
    const bool is_text = value != nullptr && value->is_string();
    append("{{Type:(intstr.Type){} IntVal:(int32){} StrVal:(string){}}}", is_text ? 1 : 0, api::integer_of(value),
           api::string_of(value));
  }

  void time(const Json* value) {
    out_ += "{Time:(time.Time){";
    const std::optional<sim::Time> instant =
        value == nullptr ? std::nullopt : api::parse_timestamp(api::string_of(value));
    std::int64_t seconds = 0;
    std::int64_t nanoseconds = 0;
    if (instant) {
      // Go counts from January 1 of the year 1.
      constexpr std::int64_t unix_epoch = 62'135'596'800;
      const auto whole = std::chrono::floor<std::chrono::seconds>(instant->time_since_epoch());
      seconds = *instant == sim::Time{} ? 0 : whole.count() + unix_epoch;
      nanoseconds = (instant->time_since_epoch() - whole).count();
    }
    append(options_.go18_time ? "sec:(int64){1} nsec:(int32){0}" : "wall:(uint64){0} ext:(int64){1}", nanoseconds,
           seconds);
    out_ += " loc:(*time.Location)";
    // A decoded time is converted to local time. What the process knows of its zone is not in the manifest: this is
    // what prints before it has looked.
    out_ += instant ? "{name:(string) zone:([]time.zone)<nil> tx:([]time.zoneTrans)<nil> extend:(string) "
                      "cacheStart:(int64)0 cacheEnd:(int64)0 cacheZone:(*time.zone)<nil>}"
                    : "<nil>";
    out_ += "}}";
  }

  void raw_json(const Json* value) {
    out_ += "{Raw:([]uint8)";
    if (value == nullptr) {
      out_ += "<nil>}";
      return;
    }
    const std::string bytes = options_.spaced_raw_json ? spaced_json(*value) : compact_json(*value);
    out_ += '[';
    for (std::size_t index = 0; index < bytes.size(); ++index) {
      append(index == 0 ? "{}" : " {}", static_cast<int>(static_cast<unsigned char>(bytes[index])));
    }
    out_ += "]}";
  }

 private:
  void print(const api::Quantity& quantity) {
    append("{{i:(resource.int64Amount){{value:(int64){} scale:(resource.Scale){}}} d:(resource.infDecAmount){{",
           quantity.value(), quantity.scale());
    out_ += "Dec:(*inf.Dec)";
    decimal(quantity.decimal() ? &*quantity.decimal() : nullptr);
    append("}} s:(string){} Format:(resource.Format){}}}", quantity.kept_text(), quantity.format_name());
  }

  void old_quantity(const Json* value) {
    const std::optional<api::OldQuantity> read =
        value == nullptr ? std::nullopt : api::parse_old_quantity(quantity_text(*value));
    // Defaulting rounds what is not given to zero with three places.
    const api::OldQuantity quantity = read.value_or(api::OldQuantity{{.scale = 3}, api::Quantity::Format::none});
    out_ += "{Amount:(*inf.Dec)";
    decimal(&quantity.amount);
    append(" Format:(resource.Format){}}}", api::format_name(quantity.format));
  }

  void decimal(const api::Decimal* decimal) {
    if (decimal == nullptr) {
      out_ += "<nil>";
      return;
    }
    append("{{unscaled:(big.Int){{neg:(bool){} abs:(big.nat)", decimal->negative);
    const std::vector<std::uint64_t> words = api::words_of(*decimal);
    out_ += words.empty() ? "<nil>" : fmt::format("[{}]", fmt::join(words, " "));
    append("}} scale:(inf.Scale){}}}", decimal->scale);
  }

  template <class... Arguments>
  void append(fmt::string_view format, const Arguments&... arguments) {
    fmt::vformat_to(std::back_inserter(out_), format, fmt::make_format_args(arguments...));
  }

  const SpewOptions& options_;
  std::string& out_;
};

}  // namespace

void spew(const Type& type, const Json& value, const SpewOptions& options, std::string& out, FieldMarks* marks) {
  out += '(';
  out += type.name;
  out += ')';
  SpewPrinter printer{options, out};
  GoValueWalk{printer, out, marks}.visit(type, value.is_null() ? nullptr : &value);
}

}  // namespace podreel::types
