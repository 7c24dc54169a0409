#include "report/columns.h"

#include <algorithm>

namespace heddle::report {

void Columns::Column::add(Json value) {
  if (isText_ && value.is_string()) {
    const auto [number, isNew] = numbers_.emplace(value.get_ref<const std::string&>(), numbers_.size());
    if (isNew) texts_.push_back(std::move(value));
    which_.emplace_back(number->second);
    return;
  }
  if (isText_)
    for (const Json& which : which_) values_.push_back(texts_[which.get<std::size_t>()]);
  isText_ = false;
  values_.push_back(std::move(value));
}

Columns::Json Columns::Column::take() {
  if (!isText_) return std::move(values_);
  return {{"of", std::move(texts_)}, {"is", std::move(which_)}};
}

void Columns::add(Json row) {
  for (auto& [name, value] : row.items()) {
    auto column = std::ranges::find(columns_, name, &std::pair<std::string, Column>::first);
    if (column == columns_.end()) column = columns_.insert(columns_.end(), {name, Column()});
    column->second.fillTo(count_);
    column->second.add(std::move(value));
  }
  ++count_;
}

Columns::Json Columns::take() {
  Json columns = Json::object();
  for (auto& [name, column] : columns_) {
    column.fillTo(count_);
    columns[name] = column.take();
  }
  return {{"count", count_}, {"columns", std::move(columns)}};
}

}  // namespace heddle::report
