// heddleFiberSwitch(from, to): see fiber.h. heddleFiberStart is the first
// thing a new fiber runs; its undefined return address ends every unwind.

#if defined(__aarch64__)

    .text
    .p2align 4
    .globl heddleFiberSwitch
    .type heddleFiberSwitch, %function
heddleFiberSwitch:
    sub  sp, sp, #160
    stp  d8,  d9,  [sp, #0]
    stp  d10, d11, [sp, #16]
    stp  d12, d13, [sp, #32]
    stp  d14, d15, [sp, #48]
    stp  x19, x20, [sp, #64]
    stp  x21, x22, [sp, #80]
    stp  x23, x24, [sp, #96]
    stp  x25, x26, [sp, #112]
    stp  x27, x28, [sp, #128]
    stp  x29, x30, [sp, #144]
    mov  x9, sp
    str  x9, [x0]
    ldr  x9, [x1]
    mov  sp, x9
    ldp  d8,  d9,  [sp, #0]
    ldp  d10, d11, [sp, #16]
    ldp  d12, d13, [sp, #32]
    ldp  d14, d15, [sp, #48]
    ldp  x19, x20, [sp, #64]
    ldp  x21, x22, [sp, #80]
    ldp  x23, x24, [sp, #96]
    ldp  x25, x26, [sp, #112]
    ldp  x27, x28, [sp, #128]
    ldp  x29, x30, [sp, #144]
    add  sp, sp, #160
    br   x30
    .size heddleFiberSwitch, . - heddleFiberSwitch

    .p2align 4
    .globl heddleFiberStart
    .type heddleFiberStart, %function
heddleFiberStart:
    .cfi_startproc
    .cfi_undefined x30
    mov  x0, x20
    blr  x19
    brk  #0
    .cfi_endproc
    .size heddleFiberStart, . - heddleFiberStart

#elif defined(__x86_64__)

    .text
    .p2align 4
    .globl heddleFiberSwitch
    .type heddleFiberSwitch, @function
heddleFiberSwitch:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    subq  $8, %rsp
    stmxcsr (%rsp)
    fnstcw  4(%rsp)
    movq  %rsp, (%rdi)
    movq  (%rsi), %rsp
    ldmxcsr (%rsp)
    fldcw   4(%rsp)
    addq  $8, %rsp
    popq  %r15
    popq  %r14
    popq  %r13
    popq  %r12
    popq  %rbx
    popq  %rbp
    popq  %rcx
    jmp   *%rcx
    .size heddleFiberSwitch, . - heddleFiberSwitch

    .p2align 4
    .globl heddleFiberStart
    .type heddleFiberStart, @function
heddleFiberStart:
    .cfi_startproc
    .cfi_undefined rip
    movq  %rbx, %rdi
    callq *%r12
    ud2
    .cfi_endproc
    .size heddleFiberStart, . - heddleFiberStart

#endif

    .section .note.GNU-stack, "", %progbits
