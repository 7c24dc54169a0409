#include "symbolic/library_code.h"

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/SourceMgr.h>

#include "analysis/statements.h"
#include "base/check.h"

namespace heddle::symbolic {
namespace {

constexpr char kAttribute[] = "heddle-library-code", kOfMainOnly[] = "heddle-of-main-only";

// What is not written here is called by a name that says so, and refused if it is.
constexpr char kCode[] = R"(
; --- attributes: what the models of the runtime make of them is in the first word ---

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
define i32 @pthread_mutexattr_setrobust(ptr %a, i32 %robust) #0 {
  %touched = load volatile i32, ptr %a
  %isOne = icmp ult i32 %robust, 2
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

; --- threads ---

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

; --- channels (runtime/externals/channels.cpp): head, tail, and for each message whether it is there, and its value ---

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

; --- std::thread: a handle (runtime/externals/cxx_threads.cpp); of what is thrown nothing is said ---

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

; --- blocks; each begins at a multiple of 64 (objects.cpp) ---

declare ptr @malloc(i64)
declare void @free(ptr)
declare i64 @malloc_usable_size(ptr)
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
  %size = call i64 @malloc_usable_size(ptr %old)
  %block = call ptr @malloc(i64 %bytes)
  %isSmaller = icmp ult i64 %size, %bytes
  %kept = select i1 %isSmaller, i64 %size, i64 %bytes
  %copied = call ptr @memcpy(ptr %block, ptr %old, i64 %kept)
  call void @free(ptr %old)
  ret ptr %block
}

; --- bytes ---

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

attributes #0 = { "heddle-library-code" null_pointer_is_valid }
)";

// Copies of a length that is not known are calls of the functions.
void callFunctions(llvm::Module& module) {
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      auto* const range = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction);
      const bool isOther = range && !llvm::isa<llvm::MemCpyInst, llvm::MemSetInst>(range);
      if (!range || isOther || llvm::isa<llvm::ConstantInt>(range->getLength())) continue;
      llvm::IRBuilder<> builder(range);
      llvm::Type* const pointer = builder.getPtrTy();
      llvm::CallInst* call = nullptr;
      if (const auto* set = llvm::dyn_cast<llvm::MemSetInst>(range))
        call = builder.CreateCall(
            module.getOrInsertFunction("memset", pointer, pointer, builder.getInt32Ty(), builder.getInt64Ty()),
            {set->getRawDest(), builder.CreateZExt(set->getValue(), builder.getInt32Ty()), set->getLength()});
      else
        call = builder.CreateCall(
            module.getOrInsertFunction("memcpy", pointer, pointer, pointer, builder.getInt64Ty()),
            {range->getRawDest(), llvm::cast<llvm::MemCpyInst>(range)->getRawSource(), range->getLength()});
      analysis::copyStatement(*range, *call);
      range->eraseFromParent();
    }
}

}  // namespace

void addLibraryCode(llvm::Module& module) {
  callFunctions(module);
  llvm::SMDiagnostic problem;
  auto code = llvm::parseAssemblyString(kCode, problem, module.getContext());
  HEDDLE_CHECK(code && !llvm::verifyModule(*code));
  code->setDataLayout(module.getDataLayout());
  code->setTargetTriple(module.getTargetTriple());
  HEDDLE_CHECK(!llvm::Linker::linkModules(module, std::move(code), llvm::Linker::LinkOnlyNeeded));
}

bool isLibraryCode(const llvm::Function& function) { return function.hasFnAttribute(kAttribute); }
bool isOfMainOnly(const llvm::Function& function) { return function.hasFnAttribute(kOfMainOnly); }

}  // namespace heddle::symbolic
