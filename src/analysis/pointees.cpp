#include "analysis/pointees.h"

#include <numeric>
#include <utility>

namespace heddle::analysis {
namespace {

constexpr std::size_t kMostObjects = 64;

Offsets normal(std::int64_t first, std::uint64_t step) {
  if (step == 0) return {first, 0};
  const auto modulus = static_cast<std::int64_t>(step);
  return {((first % modulus) + modulus) % modulus, step};
}

std::uint64_t distance(std::int64_t x, std::int64_t y) { return static_cast<std::uint64_t>(x > y ? x - y : y - x); }

}  // namespace

Offsets joined(Offsets x, Offsets y) {
  return normal(x.first, std::gcd(std::gcd(x.step, y.step), distance(x.first, y.first)));
}

Offsets sum(Offsets x, Offsets y) { return normal(x.first + y.first, std::gcd(x.step, y.step)); }

Offsets negative(Offsets x) { return normal(-x.first, x.step); }

bool mayOverlap(Offsets x, std::uint64_t xBytes, Offsets y, std::uint64_t yBytes) {
  const std::uint64_t step = std::gcd(x.step, y.step);
  if (step == 0) return distance(x.first, y.first) < (x.first < y.first ? xBytes : yBytes);
  // How far after one of x the next of y begins, and the last before it.
  const auto after = static_cast<std::uint64_t>(normal(y.first - x.first, step).first);
  return after < xBytes || step - after < yBytes;
}

bool Pointees::add(ObjectNumber object, Offsets offsets) {
  if (isAnything) return false;
  const auto [entry, isNew] = objects.try_emplace(object, offsets);
  if (isNew) return objects.size() <= kMostObjects || addAnything();
  return std::exchange(entry->second, joined(entry->second, offsets)) != entry->second;
}

bool Pointees::add(const Pointees& others) {
  if (others.isAnything) return addAnything();
  bool isNews = false;
  for (const auto& [object, offsets] : others.objects) isNews |= add(object, offsets);
  return isNews;
}

bool Pointees::addAnything() {
  objects.clear();
  return !std::exchange(isAnything, true);
}

Pointees Pointees::moved(Offsets by) const {
  Pointees result;
  result.isAnything = isAnything;
  for (const auto& [object, offsets] : objects) result.objects[object] = sum(offsets, by);
  return result;
}

}  // namespace heddle::analysis
