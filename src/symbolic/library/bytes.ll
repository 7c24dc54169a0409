; Bytes and strings.

define ptr @memcpy(ptr %to, ptr %from, i64 %bytes) #0 {
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %copies ]
  %isMore = icmp ult i64 %i, %bytes
  br i1 %isMore, label %copies, label %end
copies:
  %source = getelementptr i8, ptr %from, i64 %i
  %target = getelementptr i8, ptr %to, i64 %i
  %byte = load i8, ptr %source
  store i8 %byte, ptr %target
  %next = add i64 %i, 1
  br label %loop
end:
  ret ptr %to
}
define ptr @memset(ptr %to, i32 %value, i64 %bytes) #0 {
  %byte = trunc i32 %value to i8
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %sets ]
  %isMore = icmp ult i64 %i, %bytes
  br i1 %isMore, label %sets, label %end
sets:
  %target = getelementptr i8, ptr %to, i64 %i
  store i8 %byte, ptr %target
  %next = add i64 %i, 1
  br label %loop
end:
  ret ptr %to
}
define i32 @memcmp(ptr %x, ptr %y, i64 %bytes) #0 {
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %compares ]
  %isMore = icmp ult i64 %i, %bytes
  br i1 %isMore, label %compares, label %same
compares:
  %atX = getelementptr i8, ptr %x, i64 %i
  %atY = getelementptr i8, ptr %y, i64 %i
  %byteX = load i8, ptr %atX
  %byteY = load i8, ptr %atY
  %isSame = icmp eq i8 %byteX, %byteY
  %next = add i64 %i, 1
  br i1 %isSame, label %loop, label %differ
differ:
  %numberX = zext i8 %byteX to i32
  %numberY = zext i8 %byteY to i32
  %difference = sub i32 %numberX, %numberY
  ret i32 %difference
same:
  ret i32 0
}
define i32 @bcmp(ptr %x, ptr %y, i64 %bytes) #0 {
  %result = call i32 @memcmp(ptr %x, ptr %y, i64 %bytes)
  ret i32 %result
}
define i64 @strlen(ptr %text) #0 {
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  %at = getelementptr i8, ptr %text, i64 %i
  %byte = load i8, ptr %at
  %isEnd = icmp eq i8 %byte, 0
  %next = add i64 %i, 1
  br i1 %isEnd, label %end, label %loop
end:
  ret i64 %i
}
define i32 @strcmp(ptr %x, ptr %y) #0 {
  %result = call i32 @strncmp(ptr %x, ptr %y, i64 -1)
  ret i32 %result
}
define i32 @strncmp(ptr %x, ptr %y, i64 %most) #0 {
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %goesOn ]
  %isMore = icmp ult i64 %i, %most
  br i1 %isMore, label %compares, label %same
compares:
  %atX = getelementptr i8, ptr %x, i64 %i
  %atY = getelementptr i8, ptr %y, i64 %i
  %byteX = load i8, ptr %atX
  %byteY = load i8, ptr %atY
  %isSame = icmp eq i8 %byteX, %byteY
  br i1 %isSame, label %goesOn, label %differ
goesOn:
  %isEnd = icmp eq i8 %byteX, 0
  %next = add i64 %i, 1
  br i1 %isEnd, label %same, label %loop
differ:
  %numberX = zext i8 %byteX to i32
  %numberY = zext i8 %byteY to i32
  %difference = sub i32 %numberX, %numberY
  ret i32 %difference
same:
  ret i32 0
}
define ptr @strcpy(ptr %to, ptr %from) #0 {
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  %source = getelementptr i8, ptr %from, i64 %i
  %target = getelementptr i8, ptr %to, i64 %i
  %byte = load i8, ptr %source
  store i8 %byte, ptr %target
  %isEnd = icmp eq i8 %byte, 0
  %next = add i64 %i, 1
  br i1 %isEnd, label %end, label %loop
end:
  ret ptr %to
}
