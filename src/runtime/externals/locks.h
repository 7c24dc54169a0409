// The lock of pthread_mutex_t on any 8-byte word, for other models.
#pragma once

namespace heddle::runtime::externals {

void acquireLock(void* word);
void releaseLock(void* word);

}  // namespace heddle::runtime::externals
