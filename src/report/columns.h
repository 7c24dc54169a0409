// A list of objects by columns: an execution has thousands of lines, which have the same names and few different texts.
#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace heddle::report {

class Columns {
 public:
  using Json = nlohmann::ordered_json;

  void add(Json row);
  // {"count", "columns"}: by name what the rows have, null where one has nothing. Of a column of texts: {"of", "is"},
  // each text once, and by row which it is.
  Json take();

 private:
  class Column {
   public:
    void add(Json value);
    std::size_t size() const { return isText_ ? which_.size() : values_.size(); }
    void fillTo(std::size_t count) {
      while (size() < count) add(nullptr);
    }
    Json take();

   private:
    bool isText_ = true;  // so far
    std::unordered_map<std::string, std::size_t> numbers_;
    Json::array_t texts_, which_, values_;
  };

  std::size_t count_ = 0;
  std::vector<std::pair<std::string, Column>> columns_;
};

}  // namespace heddle::report
