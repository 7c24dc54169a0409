; Two threads add 1; main asserts that the sum is 2.
@x = global i32 0
@text = private constant [7 x i8] c"x == 2\00"

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare void @__assert_fail(ptr, ptr, i32, ptr)

define ptr @add(ptr %unused) {
  %old = atomicrmw add ptr @x, i32 1 seq_cst
  ret ptr null
}

define i32 @main() {
  %a = alloca i64
  %b = alloca i64
  %1 = call i32 @pthread_create(ptr %a, ptr null, ptr @add, ptr null)
  %2 = call i32 @pthread_create(ptr %b, ptr null, ptr @add, ptr null)
  %ta = load i64, ptr %a
  %3 = call i32 @pthread_join(i64 %ta, ptr null)
  %tb = load i64, ptr %b
  %4 = call i32 @pthread_join(i64 %tb, ptr null)
  %sum = load atomic i32, ptr @x seq_cst, align 4
  %good = icmp eq i32 %sum, 2
  br i1 %good, label %done, label %bad

bad:
  call void @__assert_fail(ptr @text, ptr @text, i32 1, ptr @text)
  unreachable

done:
  ret i32 0
}
