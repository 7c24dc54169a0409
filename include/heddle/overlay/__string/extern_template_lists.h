// Stands in place of libc++'s own header of this name: it names the members of std::string whose code is in libc++.so.
// Here there are none, so that the code is compiled with the program, and checked.
#pragma GCC system_header
#ifndef _LIBCPP___STRING_EXTERN_TEMPLATE_LISTS_H
#define _LIBCPP___STRING_EXTERN_TEMPLATE_LISTS_H

#define _LIBCPP_STRING_V1_EXTERN_TEMPLATE_LIST(_Func, _CharType)
#define _LIBCPP_STRING_UNSTABLE_EXTERN_TEMPLATE_LIST(_Func, _CharType)

#endif
