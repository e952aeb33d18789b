#include "engine/api/json_instances.hpp"

namespace nlohmann {

template class basic_json<>;
template class basic_json<ordered_map>;

namespace detail {

template class serializer<json>;
template class serializer<ordered_json>;
template class json_sax_dom_parser<json>;
template class json_sax_dom_parser<ordered_json>;
template class json_sax_dom_callback_parser<json>;
template class json_sax_dom_callback_parser<ordered_json>;

}  // namespace detail

}  // namespace nlohmann

template class std::vector<nlohmann::json>;
template class std::vector<nlohmann::ordered_json>;
template class std::map<std::string, nlohmann::json, std::less<>>;
