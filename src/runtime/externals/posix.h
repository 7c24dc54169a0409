// Models of POSIX threads that other libraries' are made of.
#pragma once

#include <pthread.h>
#include <time.h>

namespace heddle::runtime::externals {

int initMutex(pthread_mutex_t* mutex, int type);
int lockMutex(pthread_mutex_t* mutex);
int tryLockMutex(pthread_mutex_t* mutex);
int timedLockMutex(pthread_mutex_t* mutex, const timespec* until);
int unlockMutex(pthread_mutex_t* mutex);
int destroyMutex(pthread_mutex_t* mutex);

int initCondition(pthread_cond_t* condition, const pthread_condattr_t* attributes);
int waitAtCondition(pthread_cond_t* condition, pthread_mutex_t* mutex);
int timedWaitAtCondition(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* until);
int signalCondition(pthread_cond_t* condition);
int broadcastCondition(pthread_cond_t* condition);
int destroyCondition(pthread_cond_t* condition);

int createThread(pthread_t* out, const pthread_attr_t* attributes, void* (*entry)(void*), void* argument);
void* resultOf(pthread_t thread);  // joins it
int detachThread(pthread_t thread);
void exitThread(void* result);
pthread_t ownThread();
int areSameThreads(pthread_t x, pthread_t y);

int createKey(pthread_key_t* key, void (*destructor)(void*));
int deleteKey(pthread_key_t key);
int setSpecific(pthread_key_t key, const void* value);
void* getSpecific(pthread_key_t key);

}  // namespace heddle::runtime::externals
