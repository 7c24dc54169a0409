#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

#include <pthread.h>

std::mutex lock;

void* leave(void*) {
  std::lock_guard<std::mutex> guard(lock);
  pthread_exit(nullptr);
}

int main() {
  pthread_t a, b;
  pthread_create(&a, nullptr, leave, nullptr);
  pthread_create(&b, nullptr, leave, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
}
