// The addresses of the server, all below a token:
//
//     GET  /TOKEN/                  the page, and its files
//     GET  /TOKEN/api/state         what is asked now
//     GET  /TOKEN/api/history       every answer in force
//     GET  /TOKEN/api/picture       the machine so far as SVG
//     GET  /TOKEN/api/world         the world of the maps
//     POST /TOKEN/api/ACTION        answer, undo, change, accept, reject, levels, retry
//     GET  /TOKEN/machine.txt       the machine as a file, also .dot, .json, .svg
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <string>

#include "web/access.hpp"
#include "web/page_session.hpp"

namespace remap::web {

class Site {
 public:
  /// `folder`: where to read the files of the page; empty: use those in the program.
  Site(std::unique_ptr<PageSession> session, Access access, std::string token, std::filesystem::path folder = {});

  /// Status 200, or the reason for refusal.
  [[nodiscard]] HttpResponse check(const HttpRequest& request) const;
  [[nodiscard]] HttpResponse handle(const HttpRequest& request);
  /// What to open in a browser.
  [[nodiscard]] std::string address() const;

 private:
  [[nodiscard]] HttpResponse get(const std::string& path);
  [[nodiscard]] HttpResponse post(const std::string& action, const std::string& body);
  [[nodiscard]] HttpResponse picture();
  [[nodiscard]] HttpResponse download(const std::string& type);

  std::unique_ptr<PageSession> session_;
  Access access_;
  std::string token_;
  std::filesystem::path folder_;
  std::mutex picture_mutex_;        // only one picture is drawn at a time
  std::string pictured_, picture_;  // the machine and its picture
};

/// A file of the page; status 404 if there is none.
HttpResponse page_file(const std::string& name, const std::filesystem::path& folder);

}  // namespace remap::web
