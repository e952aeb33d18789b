// Strict checking of Kubernetes objects against the API's types.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/api/document.hpp"

namespace podreel::types {

/// Checks a v1.Pod (apiVersion, kind, metadata, spec and, as kubectl prints it, status): unknown fields, wrong types,
/// missing names and images, duplicate container names, invalid quantities, ports, enum values. `path` prefixes the
/// field paths. Appends to `problems`; the pod is usable only if nothing was appended. With `unknown_fields` those are
/// put there, and the pod is usable with them.
void validate_pod(const api::Tree& pod, const std::string& file, const std::string& path,
                  std::vector<api::Problem>& problems, std::vector<api::Problem>* unknown_fields = nullptr);

/// Validates a v1.PodTemplateSpec, which needs no name. `claimed_volumes`: volumes that containers may mount though
/// the template has none of that name: a StatefulSet's claim templates.
void validate_pod_template(const api::Tree& pod_template, const std::vector<std::string_view>& claimed_volumes,
                           const std::string& file, const std::string& path, std::vector<api::Problem>& problems,
                           std::vector<api::Problem>* unknown_fields = nullptr);

/// Validates the metadata of an object of any kind, whose name or generateName pods are named after.
void validate_metadata(const api::Tree& object, const std::string& file, const std::string& path,
                       std::vector<api::Problem>& problems);

/// Validates a meta.LabelSelector.
void validate_selector(const api::Tree& selector, const std::string& file, const std::string& path,
                       std::vector<api::Problem>& problems);

/// Validates a bare v1.Container or v1.EphemeralContainer, for example of `addEphemeralContainer`.
void validate_container(const api::Tree& container, const std::string& file, const std::string& path,
                        std::vector<api::Problem>& problems);

}  // namespace podreel::types
