// Explicit instantiations of nlohmann's library that nearly every unit needs: json_instances.cpp compiles them once.
// Part of the precompiled headers; nothing depends on it.
#pragma once

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace nlohmann {

extern template class basic_json<>;
extern template class basic_json<ordered_map>;

namespace detail {

extern template class serializer<json>;
extern template class serializer<ordered_json>;
extern template class json_sax_dom_parser<json>;
extern template class json_sax_dom_parser<ordered_json>;
extern template class json_sax_dom_callback_parser<json>;
extern template class json_sax_dom_callback_parser<ordered_json>;

}  // namespace detail

}  // namespace nlohmann

extern template class std::vector<nlohmann::json>;
extern template class std::vector<nlohmann::ordered_json>;
extern template class std::map<std::string, nlohmann::json, std::less<>>;
