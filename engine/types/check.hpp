// Checks a value against its type, strictly.
#pragma once

#include <string>

#include "engine/api/cursor.hpp"
#include "engine/api/problem_list.hpp"
#include "engine/types/type_graph.hpp"

namespace podreel::types {

/// Reports unknown fields, values of a wrong kind, missing and badly formed ones of an object, however deep.
void check_object(const api::Cursor& value, const Type& type, const std::string& path, api::ProblemList& problems);

}  // namespace podreel::types
