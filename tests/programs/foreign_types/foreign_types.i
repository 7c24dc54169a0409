# 1 "foreign_types.i"
typedef unsigned int size_t;
__extension__ typedef int __ssize_t;
typedef long int wchar_t;
typedef unsigned long int pthread_t;
union pthread_attr_t
{
  char __size[36];
  long int __align;
};
typedef union pthread_attr_t pthread_attr_t;
struct __pthread_mutex_s
{
  int __lock;
  unsigned int __count;
  int __owner;
  int __kind;
  unsigned int __nusers;
  union { short __elision; void *__list; };
};
typedef union
{
  struct __pthread_mutex_s __data;
  char __size[24];
  long int __align;
} pthread_mutex_t;
typedef union
{
  char __size[16];
  long int __align;
} sem_t;
extern void *malloc (size_t __size) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__malloc__));
extern void free (void *__ptr);
extern size_t wcslen (const wchar_t *__s);
extern void abort (void) __attribute__ ((__noreturn__));
extern void __pthread_unwind_next (void *__buf) __attribute__ ((__regparm__ (1))) __attribute__ ((__noreturn__));
extern int pthread_create (pthread_t *, const pthread_attr_t *, void *(*) (void *), void *);
extern int pthread_join (pthread_t, void **);
extern int pthread_attr_init (pthread_attr_t *);
extern int pthread_attr_destroy (pthread_attr_t *);
extern int pthread_mutex_init (pthread_mutex_t *, const void *);
extern int pthread_mutex_lock (pthread_mutex_t *);
extern int pthread_mutex_unlock (pthread_mutex_t *);
extern int sem_init (sem_t *, int, unsigned int);
extern int sem_post (sem_t *);
extern int sem_wait (sem_t *);

pthread_mutex_t recursive = { { 0, 0, 0, 1, 0, { 0 } } };
struct { pthread_mutex_t mutex; int behind; } pair;
struct { sem_t semaphore; int behind; } done;

void *worker(void *argument)
{
  pthread_mutex_lock(&pair.mutex);
  pair.behind += *(int *) argument;
  pthread_mutex_unlock(&pair.mutex);
  sem_post(&done.semaphore);
  return 0;
}

int main(void)
{
  pthread_t thread;
  struct { pthread_attr_t attributes; int behind; } local;
  int *one = malloc(sizeof *one);
  *one = 1;
  local.behind = 7;
  pair.behind = 1;
  done.behind = 7;
  pthread_attr_init(&local.attributes);
  pthread_mutex_init(&pair.mutex, 0);
  sem_init(&done.semaphore, 0, 0);
  pthread_create(&thread, &local.attributes, worker, one);
  pthread_attr_destroy(&local.attributes);
  pthread_mutex_lock(&recursive);
  pthread_mutex_lock(&recursive);
  pthread_mutex_unlock(&recursive);
  pthread_mutex_unlock(&recursive);
  sem_wait(&done.semaphore);
  pthread_join(thread, 0);
  free(one);
  if (pair.behind != 2 || local.behind != 7 || done.behind != 7) abort();
  if (wcslen(L"four") != 4) abort();
  return 0;
}
