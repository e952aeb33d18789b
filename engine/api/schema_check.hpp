// Checks a value against the schema.
#pragma once

#include <string>

#include "engine/api/problem_list.hpp"
#include "engine/api/schema.hpp"

namespace podreel::api {

/// Reports unknown fields, wrong types, missing and badly formed values of an object, however deep.
void check_object(const Tree& node, const ObjectType& type, const std::string& path, ProblemList& problems);

}  // namespace podreel::api
