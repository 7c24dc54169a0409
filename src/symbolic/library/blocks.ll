; Blocks. Each begins at a multiple of 64 (objects.cpp).

declare ptr @malloc(i64)
declare void @free(ptr)
declare i64 @__heddle_block_bytes(ptr)
declare void @"an alignment of more than 64"()

define ptr @aligned_alloc(i64 %align, i64 %bytes) #0 {
  %isSmall = icmp ult i64 %align, 65
  br i1 %isSmall, label %allocates, label %refused
refused:
  call void @"an alignment of more than 64"()
  unreachable
allocates:
  %block = call ptr @malloc(i64 %bytes)
  ret ptr %block
}
define ptr @memalign(i64 %align, i64 %bytes) #0 {
  %block = call ptr @aligned_alloc(i64 %align, i64 %bytes)
  ret ptr %block
}
define i32 @posix_memalign(ptr %out, i64 %align, i64 %bytes) #0 {
  %isSmall = icmp ult i64 %align, 8
  %below = sub i64 %align, 1
  %common = and i64 %align, %below
  %isNoPower = icmp ne i64 %common, 0
  %isWrong = or i1 %isSmall, %isNoPower
  br i1 %isWrong, label %none, label %allocates
none:
  ret i32 22
allocates:
  %block = call ptr @aligned_alloc(i64 %align, i64 %bytes)
  store ptr %block, ptr %out
  ret i32 0
}
define ptr @realloc(ptr %old, i64 %bytes) #0 {
  %isNew = icmp eq ptr %old, null
  br i1 %isNew, label %allocates, label %moves
allocates:
  %first = call ptr @malloc(i64 %bytes)
  ret ptr %first
moves:
  %isNothing = icmp eq i64 %bytes, 0
  br i1 %isNothing, label %frees, label %copies
frees:
  call void @free(ptr %old)
  ret ptr null
copies:
  %size = call i64 @__heddle_block_bytes(ptr %old)
  %block = call ptr @malloc(i64 %bytes)
  %isSmaller = icmp ult i64 %size, %bytes
  %kept = select i1 %isSmaller, i64 %size, i64 %bytes
  %copied = call ptr @memcpy(ptr %block, ptr %old, i64 %kept)
  call void @free(ptr %old)
  ret ptr %block
}
