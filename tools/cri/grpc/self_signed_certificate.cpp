#include "tools/cri/grpc/self_signed_certificate.hpp"

#include <memory>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <stdexcept>

namespace podreel::cri {

namespace {

struct Free {
  void operator()(EVP_PKEY* key) const { ::EVP_PKEY_free(key); }
  void operator()(X509* certificate) const { ::X509_free(certificate); }
};
using Key = std::unique_ptr<EVP_PKEY, Free>;
using Certificate = std::unique_ptr<X509, Free>;

void check(bool is_done, const char* what) {
  if (!is_done) throw std::runtime_error{std::string{"OpenSSL: "} + what};
}

Certificate sign(EVP_PKEY* key) {
  constexpr long v3 = 2;
  constexpr long year = 365L * 24 * 3600;
  Certificate certificate{::X509_new()};
  X509* const subject = certificate.get();
  check(subject != nullptr && ::X509_set_version(subject, v3) == 1, "no certificate");
  check(::ASN1_INTEGER_set(::X509_get_serialNumber(subject), 1) == 1, "no serial number");
  ::X509_gmtime_adj(::X509_getm_notBefore(subject), 0);
  ::X509_gmtime_adj(::X509_getm_notAfter(subject), year);
  X509_NAME* const name = ::X509_get_subject_name(subject);
  const auto* const text = reinterpret_cast<const unsigned char*>("podreel");
  check(::X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, text, -1, -1, 0) == 1, "no name");
  check(::X509_set_issuer_name(subject, name) == 1 && ::X509_set_pubkey(subject, key) == 1, "no public key");
  check(::X509_sign(subject, key, ::EVP_sha256()) > 0, "no signature");
  return certificate;
}

}  // namespace

boost::asio::ssl::context make_self_signed_certificate() {
  boost::asio::ssl::context context{boost::asio::ssl::context::tls_server};
  const Key key{::EVP_EC_gen("P-256")};
  check(key != nullptr, "no key");
  const Certificate certificate = sign(key.get());
  check(::SSL_CTX_use_certificate(context.native_handle(), certificate.get()) == 1, "the certificate is not taken");
  check(::SSL_CTX_use_PrivateKey(context.native_handle(), key.get()) == 1, "the key is not taken");
  return context;
}

}  // namespace podreel::cri
