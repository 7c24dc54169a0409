// Stands before libstdc++'s own header of this name, so that the empty
// constructors and destructors of std::allocator<char> are compiled into the
// program, where they vanish, instead of being called in libstdc++.so.
#pragma GCC system_header
#include <bits/c++config.h>
#pragma push_macro("_GLIBCXX_EXTERN_TEMPLATE")
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
#include_next <bits/allocator.h>
#pragma pop_macro("_GLIBCXX_EXTERN_TEMPLATE")
