; See the spec: C of this kind is compiled to other loops.
source_filename = "loops"
target datalayout = "e-m:e-i64:64-i128:128-n32:64-S128"

@x0 = global i32 2
@x1 = global i32 0
@x2 = global i32 0
@q = global ptr null
@result0 = global i32 0
@result1 = global i32 0
@empty = constant i8 0

define ptr @t0(ptr %0) !dbg !3 {
entry:
  %r = alloca i32, align 4, !dbg !5
  %r1 = alloca i32, align 4, !dbg !5
  %r2 = alloca i32, align 4, !dbg !5
  %r3 = alloca i32, align 4, !dbg !5
  %p = alloca ptr, align 8, !dbg !5
  %cells = alloca [2 x i32], align 4, !dbg !5
  %1 = getelementptr inbounds [2 x i32], ptr %cells, i64 0, i64 0, !dbg !5
  %2 = getelementptr inbounds [2 x i32], ptr %cells, i64 0, i64 1, !dbg !5
  store i32 0, ptr %r, align 4, !dbg !5
  store i32 0, ptr %r1, align 4, !dbg !5
  store i32 0, ptr %r2, align 4, !dbg !5
  store i32 0, ptr %r3, align 4, !dbg !5
  store ptr null, ptr %p, align 8, !dbg !5
  store i32 0, ptr %1, align 4, !dbg !5
  store i32 0, ptr %2, align 4, !dbg !5
  br label %at0, !dbg !5

at0:                                              ; preds = %at17, %at4, %entry
  %3 = load i32, ptr %r1, align 4, !dbg !5
  %4 = icmp eq i32 %3, 2, !dbg !5
  br i1 %4, label %at1, label %at2, !dbg !5

at1:                                              ; preds = %at0
  br label %at3, !dbg !5

at2:                                              ; preds = %at0
  br label %at5, !dbg !5

at3:                                              ; preds = %at1
  %5 = load atomic i32, ptr @x0 seq_cst, align 4, !dbg !6
  store i32 %5, ptr %r1, align 4, !dbg !6
  br label %at4, !dbg !6

at4:                                              ; preds = %at3
  br label %at0, !dbg !5

at5:                                              ; preds = %at2
  %6 = atomicrmw sub ptr @x0, i32 1 seq_cst, align 4, !dbg !7
  store i32 %6, ptr %r, align 4, !dbg !7
  br label %at6, !dbg !7

at6:                                              ; preds = %at5
  %7 = load i32, ptr %r, align 4, !dbg !8
  %8 = icmp sle i32 %7, 0, !dbg !8
  br i1 %8, label %at7, label %at8, !dbg !8

at7:                                              ; preds = %at6
  br label %at9, !dbg !8

at8:                                              ; preds = %at6
  br label %at16, !dbg !8

at9:                                              ; preds = %at7
  %9 = atomicrmw add ptr @x0, i32 1 seq_cst, align 4, !dbg !9
  br label %at10, !dbg !9

at10:                                             ; preds = %at14, %at9
  %10 = load i32, ptr %r1, align 4, !dbg !10
  %11 = icmp sle i32 %10, 0, !dbg !10
  br i1 %11, label %at11, label %at12, !dbg !10

at11:                                             ; preds = %at10
  br label %at13, !dbg !10

at12:                                             ; preds = %at10
  br label %at15, !dbg !10

at13:                                             ; preds = %at11
  %12 = load atomic i32, ptr @x0 seq_cst, align 4, !dbg !11
  store i32 %12, ptr %r1, align 4, !dbg !11
  br label %at14, !dbg !11

at14:                                             ; preds = %at13
  br label %at10, !dbg !10

at15:                                             ; preds = %at12
  br label %at17, !dbg !10

at16:                                             ; preds = %at8
  br label %at18, !dbg !12

at17:                                             ; preds = %at15
  br label %at0, !dbg !13

at18:                                             ; preds = %at16
  %13 = load ptr, ptr %p, align 8, !dbg !14
  %14 = load atomic i32, ptr %13 seq_cst, align 4, !dbg !14
  br label %at19, !dbg !14

at19:                                             ; preds = %at18
  store i32 1, ptr @result0, align 4, !dbg !15
  ret ptr null, !dbg !15
}

define ptr @t1(ptr %0) !dbg !16 {
entry:
  %r = alloca i32, align 4, !dbg !17
  %r1 = alloca i32, align 4, !dbg !17
  %r2 = alloca i32, align 4, !dbg !17
  %r3 = alloca i32, align 4, !dbg !17
  %p = alloca ptr, align 8, !dbg !17
  %cells = alloca [2 x i32], align 4, !dbg !17
  %1 = getelementptr inbounds [2 x i32], ptr %cells, i64 0, i64 0, !dbg !17
  %2 = getelementptr inbounds [2 x i32], ptr %cells, i64 0, i64 1, !dbg !17
  store i32 0, ptr %r, align 4, !dbg !17
  store i32 0, ptr %r1, align 4, !dbg !17
  store i32 0, ptr %r2, align 4, !dbg !17
  store i32 0, ptr %r3, align 4, !dbg !17
  store ptr null, ptr %p, align 8, !dbg !17
  store i32 0, ptr %1, align 4, !dbg !17
  store i32 0, ptr %2, align 4, !dbg !17
  br label %at0, !dbg !17

at0:                                              ; preds = %entry
  %3 = atomicrmw sub ptr @x0, i32 2 seq_cst, align 4, !dbg !17
  br label %at1, !dbg !17

at1:                                              ; preds = %at6, %at0
  %4 = load i32, ptr %r, align 4, !dbg !18
  %5 = icmp ult i32 %4, -1, !dbg !18
  br i1 %5, label %at2, label %at3, !dbg !18

at2:                                              ; preds = %at1
  br label %at4, !dbg !18

at3:                                              ; preds = %at1
  br label %at7, !dbg !18

at4:                                              ; preds = %at2
  %6 = atomicrmw add ptr @x0, i32 2 seq_cst, align 4, !dbg !19
  br label %at5, !dbg !19

at5:                                              ; preds = %at4
  %7 = atomicrmw sub ptr @x0, i32 2 seq_cst, align 4, !dbg !20
  br label %at6, !dbg !20

at6:                                              ; preds = %at5
  br label %at1, !dbg !18

at7:                                              ; preds = %at3
  store i32 1, ptr @result1, align 4, !dbg !21
  ret ptr null, !dbg !21
}

define i32 @main() !dbg !22 {
entry:
  %0 = alloca i64, align 8, !dbg !23
  %1 = call i32 @pthread_create(ptr %0, ptr null, ptr @t0, ptr null), !dbg !23
  %2 = alloca i64, align 8, !dbg !23
  %3 = call i32 @pthread_create(ptr %2, ptr null, ptr @t1, ptr null), !dbg !23
  %4 = load i64, ptr %0, align 8, !dbg !23
  %5 = call i32 @pthread_join(i64 %4, ptr null), !dbg !23
  %6 = load i64, ptr %2, align 8, !dbg !23
  %7 = call i32 @pthread_join(i64 %6, ptr null), !dbg !23
  ret i32 0, !dbg !23
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)

declare i32 @pthread_join(i64, ptr)

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, producer: "fuzz", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!2 = !DIFile(filename: "loops.c", directory: ".")
!3 = distinct !DISubprogram(name: "t0", linkageName: "t0", scope: !2, file: !2, line: 1, type: !4, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !1)
!4 = !DISubroutineType(types: null)
!5 = !DILocation(line: 2, column: 1, scope: !3)
!6 = !DILocation(line: 3, column: 1, scope: !3)
!7 = !DILocation(line: 4, column: 1, scope: !3)
!8 = !DILocation(line: 5, column: 1, scope: !3)
!9 = !DILocation(line: 6, column: 1, scope: !3)
!10 = !DILocation(line: 7, column: 1, scope: !3)
!11 = !DILocation(line: 8, column: 1, scope: !3)
!12 = !DILocation(line: 9, column: 1, scope: !3)
!13 = !DILocation(line: 1, column: 1, scope: !3)
!14 = !DILocation(line: 10, column: 1, scope: !3)
!15 = !DILocation(line: 11, column: 1, scope: !3)
!16 = distinct !DISubprogram(name: "t1", linkageName: "t1", scope: !2, file: !2, line: 1, type: !4, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !1)
!17 = !DILocation(line: 12, column: 1, scope: !16)
!18 = !DILocation(line: 13, column: 1, scope: !16)
!19 = !DILocation(line: 14, column: 1, scope: !16)
!20 = !DILocation(line: 15, column: 1, scope: !16)
!21 = !DILocation(line: 16, column: 1, scope: !16)
!22 = distinct !DISubprogram(name: "main", linkageName: "main", scope: !2, file: !2, line: 1, type: !4, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !1)
!23 = !DILocation(line: 1, column: 1, scope: !22)
