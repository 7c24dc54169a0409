; Threads, errno and keys.

define i32 @pthread_equal(i64 %x, i64 %y) #0 {
  %isSame = icmp eq i64 %x, %y
  %result = zext i1 %isSame to i32
  ret i32 %result
}

define i32 @_ZNSt6thread20hardware_concurrencyEv() #0 {
  ret i32 2
}

@error = internal thread_local global i32 0
define ptr @__errno_location() #0 {
  %own = call ptr @llvm.threadlocal.address.p0(ptr @error)
  ret ptr %own
}

@keys = internal global i32 0
@specific = internal thread_local global [64 x ptr] zeroinitializer

declare ptr @llvm.threadlocal.address.p0(ptr)
declare void @"pthread_key_create with a destructor"()
define i32 @pthread_key_create(ptr %key, ptr %destructor) #0 "heddle-of-main-only" {
  %isPlain = icmp eq ptr %destructor, null
  br i1 %isPlain, label %counts, label %refused
refused:
  call void @"pthread_key_create with a destructor"()
  unreachable
counts:
  %number = atomicrmw add ptr @keys, i32 1 seq_cst
  %isThere = icmp ult i32 %number, 64
  br i1 %isThere, label %made, label %full
made:
  store i32 %number, ptr %key
  ret i32 0
full:
  %left = atomicrmw sub ptr @keys, i32 1 seq_cst
  ret i32 11
}
define i32 @pthread_key_delete(i32 %key) #0 {
  %count = load atomic i32, ptr @keys seq_cst, align 4
  %isKey = icmp ult i32 %key, %count
  %result = select i1 %isKey, i32 0, i32 22
  ret i32 %result
}
define i32 @pthread_setspecific(i32 %key, ptr %value) #0 {
  %count = load atomic i32, ptr @keys seq_cst, align 4
  %isKey = icmp ult i32 %key, %count
  br i1 %isKey, label %sets, label %none
sets:
  %index = zext i32 %key to i64
  %own = call ptr @llvm.threadlocal.address.p0(ptr @specific)
  %place = getelementptr [64 x ptr], ptr %own, i64 0, i64 %index
  store ptr %value, ptr %place
  ret i32 0
none:
  ret i32 22
}
define ptr @pthread_getspecific(i32 %key) #0 {
  %isKey = icmp ult i32 %key, 64
  br i1 %isKey, label %gets, label %none
gets:
  %index = zext i32 %key to i64
  %own = call ptr @llvm.threadlocal.address.p0(ptr @specific)
  %place = getelementptr [64 x ptr], ptr %own, i64 0, i64 %index
  %value = load ptr, ptr %place
  ret ptr %value
none:
  ret ptr null
}
