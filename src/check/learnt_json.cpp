#include "check/learnt_json.h"

#include <utility>

namespace heddle::check {
namespace {

using Json = nlohmann::ordered_json;

Json choicesToJson(const core::SectionChoices& choices) {
  Json all = Json::array();
  for (const auto& [section, counts] : choices.all()) all.push_back(Json::array({section, counts}));
  return all;
}

void addChoices(const Json& from, core::SectionChoices& to) {
  for (const Json& section : from) to.add(section.at(0).get<SiteId>(), section.at(1).get<std::vector<std::uint64_t>>());
}

Json slotsToJson(const core::SectionWords::Slots& slots) {
  Json all = Json::array();
  for (std::size_t slot = 0; slot < slots.size(); ++slot)
    if (slots[slot]) all.push_back(slot);
  return all;
}

Json sectionWordsToJson(const core::SectionWords& words) {
  if (!words.areThere()) return nullptr;
  return {{"accessed", slotsToJson(words.inSections())}, {"written", slotsToJson(words.written())}};
}

void addSectionWords(const Json& from, core::SectionWords& to) {
  if (from.is_null()) return;
  to.expect();
  for (const unsigned slot : from.at("accessed").get<std::vector<unsigned>>())
    to.noteInSection(slot % core::SectionWords::kSlots, false);
  for (const unsigned slot : from.at("written").get<std::vector<unsigned>>())
    to.noteOutside(slot % core::SectionWords::kSlots, true);
}

Json readersToJson(const core::ReaderWords& readers) {
  Json all = Json::array();
  for (const auto& [lock, thread] : readers.all()) all.push_back(Json::array({lock, thread}));
  return all;
}

void addReaders(const Json& from, core::ReaderWords& to) {
  for (const Json& reader : from) to.add({reader.at(0).get<core::Address>(), reader.at(1).get<ThreadId>()});
}

}  // namespace

Json wordsToJson(const std::vector<core::Word>& words) {
  Json list = Json::array();
  for (const core::Word& word : words) list.push_back({word.addr, word.bytes});
  return list;
}

std::vector<core::Word> wordsFrom(const Json& list) {
  std::vector<core::Word> words;
  for (const Json& word : list) words.push_back({word.at(0).get<core::Address>(), word.at(1).get<unsigned>()});
  return words;
}

Json learntToJson(const core::Learnt& learnt) {
  return {{"mixed-words", wordsToJson(learnt.mixedWords.all())},
          {"readers", readersToJson(learnt.readers)},
          {"section-choices", choicesToJson(learnt.sectionChoices)},
          {"section-words", sectionWordsToJson(learnt.sectionWords)}};
}

core::Learnt learntFrom(const Json& entry) {
  core::Learnt learnt;
  for (const core::Word word : wordsFrom(entry.value("mixed-words", Json::array()))) learnt.mixedWords.add(word);
  addReaders(entry.value("readers", Json::array()), learnt.readers);
  addChoices(entry.value("section-choices", Json::array()), learnt.sectionChoices);
  addSectionWords(entry.value("section-words", Json()), learnt.sectionWords);
  return learnt;
}

}  // namespace heddle::check
