#include "tools/cri/record/own_folder.hpp"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace podreel::cri {

OwnFolder::OwnFolder() : path_{(std::filesystem::temp_directory_path() / "podreel-record-XXXXXX").string()} {
  if (::mkdtemp(path_.data()) == nullptr) throw std::system_error{errno, std::generic_category(), path_};
}

OwnFolder::~OwnFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace podreel::cri
