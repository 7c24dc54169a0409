; std::thread: a handle (runtime/externals/cxx_threads.cpp). Of what is thrown nothing is said.

declare void @heddle_exceeds()
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)

@_ZTVNSt6thread6_StateE = constant { [5 x ptr] } zeroinitializer
define internal ptr @runState(ptr %state) #0 {
  %table = load ptr, ptr %state
  %runAt = getelementptr ptr, ptr %table, i64 2
  %run = load ptr, ptr %runAt
  call void %run(ptr %state)
  %deleteAt = getelementptr ptr, ptr %table, i64 1
  %delete = load ptr, ptr %deleteAt
  call void %delete(ptr %state)
  ret ptr null
}
define void @_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE(ptr %self, ptr %owner, ptr %depend) #0 {
  %state = load ptr, ptr %owner
  store ptr null, ptr %owner
  %started = call i32 @pthread_create(ptr %self, ptr null, ptr @runState, ptr %state)
  ret void
}
define void @_ZNSt6thread6_StateD2Ev(ptr %state) #0 {
  ret void
}
define void @_ZNSt6thread4joinEv(ptr %self) #0 {
  %handle = load i64, ptr %self
  %isNone = icmp eq i64 %handle, 0
  br i1 %isNone, label %throws, label %joins
joins:
  %problem = call i32 @pthread_join(i64 %handle, ptr null)
  %isJoined = icmp eq i32 %problem, 0
  br i1 %isJoined, label %joined, label %throws
joined:
  store i64 0, ptr %self
  ret void
throws:
  call void @heddle_exceeds()
  unreachable
}
define void @_ZSt20__throw_system_errori(i32 %code) #0 {
  call void @heddle_exceeds()
  unreachable
}
define void @_ZSt20__throw_length_errorPKc(ptr %text) #0 {
  call void @heddle_exceeds()
  unreachable
}
define void @_ZSt17__throw_bad_allocv() #0 {
  call void @heddle_exceeds()
  unreachable
}
