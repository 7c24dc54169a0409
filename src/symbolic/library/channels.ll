; Channels (runtime/externals/channels.cpp): head, tail, and for each message whether it is there, and its value.

declare ptr @__heddle_channel_block(i64)
declare i64 @__heddle_channel_bytes(ptr)
declare void @__heddle_await_message(ptr)
declare void @heddle_wild_call()
declare void @__VERIFIER_atomic_begin()
declare void @__VERIFIER_atomic_end()
%message = type { i64, i64 }
%channel = type { i64, i64, [16 x %message] }
define ptr @heddle_channel_create() #0 {
  %channel = call ptr @__heddle_channel_block(i64 ptrtoint (ptr getelementptr (%channel, ptr null, i64 1) to i64))
  ret ptr %channel
}
define internal void @requireChannel(ptr %channel) #0 {
  %bytes = call i64 @__heddle_channel_bytes(ptr %channel)
  %isNone = icmp eq i64 %bytes, 0
  br i1 %isNone, label %none, label %one
none:
  call void @heddle_wild_call()
  unreachable
one:
  ret void
}
define internal ptr @messageOf(ptr %channel, i64 %number) #0 {
  %fits = icmp ult i64 %number, 16
  br i1 %fits, label %one, label %none
one:
  %message = getelementptr %channel, ptr %channel, i64 0, i32 2, i64 %number
  ret ptr %message
none:
  call void @heddle_exceeds()
  unreachable
}
define void @heddle_channel_send(ptr %channel, i64 %value) #0 {
  call void @requireChannel(ptr %channel)
  call void @__VERIFIER_atomic_begin()
  %tail = getelementptr %channel, ptr %channel, i64 0, i32 1
  %number = load i64, ptr %tail
  %next = add i64 %number, 1
  store i64 %next, ptr %tail
  %message = call ptr @messageOf(ptr %channel, i64 %number)
  %valueAt = getelementptr %message, ptr %message, i64 0, i32 1
  store i64 %value, ptr %valueAt
  store i64 1, ptr %message
  call void @__VERIFIER_atomic_end()
  ret void
}
define i64 @heddle_channel_receive(ptr %channel) #0 {
  call void @requireChannel(ptr %channel)
  %number = atomicrmw add ptr %channel, i64 1 monotonic
  %message = call ptr @messageOf(ptr %channel, i64 %number)
  call void @__heddle_await_message(ptr %message)
  %valueAt = getelementptr %message, ptr %message, i64 0, i32 1
  %value = load i64, ptr %valueAt
  ret i64 %value
}
define i32 @heddle_channel_try_receive(ptr %channel, ptr %to) #0 {
  call void @requireChannel(ptr %channel)
  call void @__VERIFIER_atomic_begin()
  %number = load i64, ptr %channel
  %message = call ptr @messageOf(ptr %channel, i64 %number)
  %isThere = load i64, ptr %message
  %isFound = icmp ne i64 %isThere, 0
  %found = zext i1 %isFound to i64
  %next = add i64 %number, %found
  store i64 %next, ptr %channel
  call void @__VERIFIER_atomic_end()
  br i1 %isFound, label %takes, label %none
takes:
  %valueAt = getelementptr %message, ptr %message, i64 0, i32 1
  %value = load i64, ptr %valueAt
  store i64 %value, ptr %to
  ret i32 1
none:
  ret i32 0
}
