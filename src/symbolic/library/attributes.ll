; Attributes: what the models of the runtime make of them is in the first word.

define i32 @pthread_mutexattr_init(ptr %a) #0 {
  store i32 0, ptr %a
  ret i32 0
}
define i32 @pthread_mutexattr_destroy(ptr %a) #0 {
  %touched = load volatile i32, ptr %a
  ret i32 0
}
define i32 @pthread_mutexattr_settype(ptr %a, i32 %kind) #0 {
  %was = load volatile i32, ptr %a
  %isKind = icmp ult i32 %kind, 4
  %is = select i1 %isKind, i32 %kind, i32 %was
  store i32 %is, ptr %a
  %result = select i1 %isKind, i32 0, i32 22
  ret i32 %result
}
define i32 @pthread_mutexattr_gettype(ptr %a, ptr %kind) #0 {
  %is = load i32, ptr %a
  store i32 %is, ptr %kind
  ret i32 0
}
define i32 @pthread_mutexattr_setprotocol(ptr %a, i32 %protocol) #0 {
  %touched = load volatile i32, ptr %a
  %isOne = icmp ult i32 %protocol, 3
  %result = select i1 %isOne, i32 0, i32 22
  ret i32 %result
}
define i32 @pthread_mutexattr_setpshared(ptr %a, i32 %shared) #0 {
  %touched = load volatile i32, ptr %a
  %isOne = icmp ult i32 %shared, 2
  %result = select i1 %isOne, i32 0, i32 22
  ret i32 %result
}
define i32 @pthread_attr_init(ptr %a) #0 {
  store i32 0, ptr %a
  ret i32 0
}
define i32 @pthread_attr_destroy(ptr %a) #0 {
  %touched = load volatile i32, ptr %a
  ret i32 0
}
define i32 @pthread_attr_setdetachstate(ptr %a, i32 %detached) #0 {
  %was = load volatile i32, ptr %a
  %isOne = icmp ult i32 %detached, 2
  %is = select i1 %isOne, i32 %detached, i32 %was
  store i32 %is, ptr %a
  %result = select i1 %isOne, i32 0, i32 22
  ret i32 %result
}
define i32 @pthread_attr_getdetachstate(ptr %a, ptr %detached) #0 {
  %is = load i32, ptr %a
  store i32 %is, ptr %detached
  ret i32 0
}
define i32 @pthread_attr_setstacksize(ptr %a, i64 %bytes) #0 {
  %touched = load volatile i32, ptr %a
  %isTooSmall = icmp ult i64 %bytes, 16384
  %result = select i1 %isTooSmall, i32 22, i32 0
  ret i32 %result
}
define i32 @pthread_attr_setscope(ptr %a, i32 %scope) #0 {
  %touched = load volatile i32, ptr %a
  %isSystem = icmp eq i32 %scope, 0
  %isProcess = icmp eq i32 %scope, 1
  %otherwise = select i1 %isProcess, i32 95, i32 22
  %result = select i1 %isSystem, i32 0, i32 %otherwise
  ret i32 %result
}
