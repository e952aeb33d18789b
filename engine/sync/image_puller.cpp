#include "engine/sync/image_puller.hpp"

#include <algorithm>
#include <fmt/ranges.h>
#include <utility>

#include "engine/api/image_reference.hpp"
#include "engine/invariant.hpp"
#include "engine/release/behaviour/pulling.hpp"
#include "engine/release/go_text.hpp"
#include "engine/release/messages.hpp"
#include "engine/sync/default_image_tag.hpp"

namespace podreel::sync {

namespace {

SyncFailure failure(std::string_view error, const std::string& message) {
  return SyncFailure{error, message};
}

/// trimImageTagDigest. The image is a valid reference.
std::string_view repository_of(std::string_view image) {
  const std::optional<api::ImageReference> reference = api::parse_image_reference(image);
  return reference ? reference->repository : image;
}

std::size_t slots_of(const ImagePuller::Options& options) {
  return options.serialize_pulls ? 1 : options.parallel_pulls_max;
}

}  // namespace

ImagePuller::ImagePuller(const SyncDependencies& environment, PullRecords& records, Options options)
    : env_{environment},
      records_{records},
      pull_times_{env_.timing.stream(timing::Site::image_pull)},
      verification_{std::move(options.verification)},
      credentials_{std::move(options.credentials)},
      backoff_{env_.process, options.backoff_initial, options.backoff_maximum},
      slots_{env_.process, slots_of(options)},
      registry_{env_.process, options.registry} {}

void ImagePuller::record_event(const Request& request, EventType type, std::string_view reason, std::string message) {
  if (!env_.events.is_listening()) return;
  const std::string path = request.container.empty() ? "" : field_path(*request.pod->spec, request.container);
  env_.events.record(*request.pod, path, type, reason, std::move(message));
}

sim::Task<EnsuredImage> ImagePuller::ensure_image(api::PodPtr pod, const api::Container& container,
                                                  BackOffFindings* back_offs) {
  Request request{.pod = std::move(pod),
                  .given = container.image,
                  .policy = container.image_pull_policy,
                  .container = container.name,
                  .back_offs = back_offs};
  EnsuredImage image = co_await ensure(std::move(request));
  co_return image;
}

sim::Task<EnsuredImage> ImagePuller::ensure_volume_image(api::PodPtr pod, std::string image, api::PullPolicy policy) {
  Request request{.pod = std::move(pod), .given = std::move(image), .policy = policy};
  EnsuredImage ensured = co_await ensure(std::move(request));
  co_return ensured;
}

sim::Task<EnsuredImage> ImagePuller::ensure(Request request) {
  auto name = complete_names_.find(request.given);
  if (name == complete_names_.end()) {
    const runtime::Result<std::string> complete = apply_default_image_tag(request.given, env_.behaviour);
    if (!complete) co_return invalid_name(request, complete.error());
    name = complete_names_.try_emplace(request.given, *complete).first;
  }
  request.image = name->second;

  const auto found = co_await look_up(request);
  if (!found) co_return found.error();
  if (const std::optional<PresentImage>& image = *found) {
    if (!must_pull(request, *image)) co_return present(request, *image);
    if (request.policy == api::PullPolicy::never) co_return never_pulled(request);
  }
  note_back_off(request);
  if (backoff_.is_in_backoff_since_update(request.backoff_key(), env_.process.now())) co_return backing_off(request);
  EnsuredImage pulled = co_await pull(request);
  co_return pulled;
}

sim::Task<boost::system::result<std::optional<PresentImage>, SyncFailure>> ImagePuller::look_up(
    const Request& request) {
  const bool always_pulls = request.policy == api::PullPolicy::always;
  if (always_pulls && env_.behaviour.has(release::image_lookup_by_policy)) co_return std::nullopt;
  const runtime::Result<std::optional<runtime::ImageStatus>> found =
      co_await env_.runtime.image_status(env_.process, request.image);
  if (!found) co_return inspect_failed(request, found.error()).error();
  const std::optional<runtime::ImageStatus>& status = *found;
  if (always_pulls) co_return std::nullopt;
  if (status) co_return PresentImage{status->id};
  if (request.policy == api::PullPolicy::never) co_return never_pulled(request).error();
  co_return std::nullopt;
}

bool ImagePuller::must_pull(const Request& request, const PresentImage& image) {
  if (!env_.behaviour.has(release::pulls_begun_are_remembered)) return false;
  return must_pull_present_image(records_, verification_,
                                 {request.image.view(), image.reference.view(), repository_of(request.given)},
                                 [&] { return credentials_of(request); });
}

std::vector<PullCredential> ImagePuller::credentials_of(const Request& request) const {
  if (!credentials_) return {};
  return credentials_(*request.pod, request.image.view());
}

void ImagePuller::note_back_off(const Request& request) const {
  if (request.back_offs == nullptr) return;
  const BackOffFinding finding =
      finding_of_pull(backoff_, request.backoff_key(), request.container, request.given, env_.process.now());
  if (finding.verdict != BackOffFinding::Verdict::begins) request.back_offs->push_back(finding);
}

EnsuredImage ImagePuller::invalid_name(const Request& request, const runtime::Error& error) {
  const std::string message =
      fmt::format("Failed to apply default image tag {}: {}", release::go_quoted(request.given), error.message);
  record_event(request, EventType::warning, event_reason::inspect_failed, message);
  return failure(reason::invalid_image_name, message);
}

EnsuredImage ImagePuller::inspect_failed(const Request& request, const runtime::Error& error) {
  const std::string image = env_.behaviour.has(release::inspect_error_without_image) ? std::string{} : request.given;
  const std::string message = fmt::format("Failed to inspect image {}: {}", release::go_quoted(image), error.message);
  record_event(request, EventType::warning, event_reason::inspect_failed, message);
  return failure(reason::image_inspect_error, message);
}

EnsuredImage ImagePuller::present(const Request& request, PresentImage image) {
  if (env_.events.is_listening()) {
    record_event(request, EventType::normal, event_reason::pulled,
                 release::image_present(env_.behaviour, request.given));
  }
  return image;
}

EnsuredImage ImagePuller::never_pulled(const Request& request) {
  const std::string message =
      fmt::format("Container image {} is not present with pull policy of Never", release::go_quoted(request.given));
  record_event(request, EventType::warning, event_reason::image_never_pull, message);
  return failure(reason::image_never_pull, message);
}

EnsuredImage ImagePuller::backing_off(const Request& request) {
  const std::string& image = request.given;
  record_event(request, EventType::normal, event_reason::back_off,
               fmt::format("Back-off pulling image {}", release::go_quoted(image)));
  const auto last = last_errors_.find(request.backoff_key());
  std::optional<std::string_view> last_error;
  if (last != last_errors_.end()) last_error = last->second;
  return failure(reason::image_pull_back_off, release::pull_back_off_error(env_.behaviour, image, last_error));
}

sim::Task<EnsuredImage> ImagePuller::pull(const Request& request) {
  const std::string& image = request.given;
  record_event(request, EventType::normal, event_reason::pulling, release::pulling_image(env_.behaviour, image));
  record_intent(request);
  co_await spend(timing::before_pull);
  const sim::Time asked = env_.process.now();
  co_await slots_.acquire();
  const sim::Time began = env_.process.now();
  const runtime::Result<Pulled> pulled = co_await query_registry(request);
  co_await spend(timing::after_pull);
  std::int64_t size_bytes = 0;
  if (pulled && env_.behaviour.has(release::image_size_asked_after_pull)) {
    const runtime::Result<std::optional<runtime::ImageStatus>> status =
        co_await env_.runtime.image_status(env_.process, request.image);
    if (status && *status) size_bytes = (*status)->size_bytes;
  }
  const sim::Time ended = env_.process.now();
  PODREEL_INVARIANT(asked <= began && began <= ended, "a pull is asked for, begins, and ends");
  slots_.release();
  record_end(request, pulled);
  if (!pulled) {
    runtime::Error error = pulled.error();
    if (env_.behaviour.has(release::pull_errors_without_unknown_code))
      error.message = runtime::without_unknown_code(error);
    co_return pull_failed(request, error);
  }
  last_errors_.erase(request.backoff_key());
  record_event(request, EventType::normal, event_reason::pulled,
               release::image_pulled(env_.behaviour, {image, ended - began, ended - asked, size_bytes}));
  backoff_.collect_garbage();
  co_return PresentImage{pulled->reference};
}

sim::Task<> ImagePuller::spend(const timing::Spread& spread) {
  const sim::Duration duration = pull_times_.draw(spread);
  if (duration > sim::Duration{}) co_await sim::sleep_for(env_.process, duration);
}

sim::Task<runtime::Result<ImagePuller::Pulled>> ImagePuller::query_registry(const Request& request) {
  if (!registry_.try_take()) co_return runtime::Error{.message = "pull QPS exceeded"};
  runtime::Result<Pulled> pulled = co_await pull_with_credentials(request);
  co_return pulled;
}

sim::Task<runtime::Result<ImagePuller::Pulled>> ImagePuller::pull_with_credentials(const Request& request) {
  const std::vector<PullCredential> credentials = credentials_of(request);
  if (credentials.empty()) {
    const runtime::Result<memory::Text> reference =
        co_await env_.runtime.pull_image(env_.process, request.image, request.pod);
    if (!reference) co_return reference.error();
    co_return Pulled{*reference, std::nullopt};
  }
  std::vector<std::string> errors;
  for (const PullCredential& credential : credentials) {
    const runtime::Result<memory::Text> reference =
        co_await env_.runtime.pull_image(env_.process, request.image, request.pod);
    if (reference) co_return Pulled{*reference, credential};
    if (credentials.size() == 1) co_return reference.error();
    const std::string& error = reference.error().message;
    if (std::ranges::find(errors, error) == errors.end()) errors.push_back(error);
  }
  // utilerrors.NewAggregate.
  const std::string all = fmt::to_string(fmt::join(errors, ", "));
  co_return runtime::Error{.message = errors.size() == 1 ? all : "[" + all + "]"};
}

void ImagePuller::record_intent(const Request& request) {
  under_way_.emplace(request.image);
  records_.record_intent(request.image.view());
}

void ImagePuller::record_end(const Request& request, const runtime::Result<Pulled>& pulled) {
  const auto begun = under_way_.find(request.image.view());
  PODREEL_INVARIANT(begun != under_way_.end(), "a pull that ends was begun");
  under_way_.erase(begun);
  const bool is_recorded = pulled && env_.behaviour.has(release::pulls_begun_are_remembered);
  if (is_recorded) {
    records_.record_pulled(pulled->reference.view(), repository_of(request.given),
                           pulled->used ? &*pulled->used : nullptr);
  }
  if (!under_way_.contains(request.image.view())) records_.remove_intent(request.image.view());
}

EnsuredImage ImagePuller::pull_failed(const Request& request, const runtime::Error& error) {
  record_event(request, EventType::warning, event_reason::failed,
               fmt::format("Failed to pull image {}: {}", release::go_quoted(request.given), error.message));
  backoff_.next(request.backoff_key(), env_.process.now());
  note_back_off(request);
  SyncFailure reported = pull_failure(request, error);
  last_errors_.insert_or_assign(request.backoff_key(), fmt::format("{}: {}", reported.error, reported.message));
  return reported;
}

SyncFailure ImagePuller::pull_failure(const Request& request, const runtime::Error& error) const {
  if (env_.behaviour.has(release::registry_errors_are_reasons)) {
    const std::string_view text = error.message;
    for (const auto& [name, says] :
         {std::pair{reason::registry_unavailable, "the registry is unavailable"},
          std::pair{reason::signature_validation_failed, "the signature validation failed"}}) {
      if (!text.starts_with(name)) continue;
      return failure(
          name, fmt::format("image pull failed for {} because {}{}", request.given, says, text.substr(name.size())));
    }
  }
  return failure(reason::image_pull_error, error.message);
}

}  // namespace podreel::sync
