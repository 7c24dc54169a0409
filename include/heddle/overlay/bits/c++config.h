// Stands before libstdc++'s own header of this name, and changes one thing.
//
// Up to C++17, libstdc++ declares std::string as an extern template, so that
// its code is taken from libstdc++.so: code that Heddle cannot see into, and
// races on a std::string would go unnoticed. -1 is libstdc++'s own value for
// "no extern std::string, but the streams as usual" (it uses it with
// _GLIBCXX_ASSERTIONS). The streams stay in the library: std::cout may be used
// from several threads at once.
#pragma GCC system_header
#include_next <bits/c++config.h>
#if defined(_GLIBCXX_EXTERN_TEMPLATE) && _GLIBCXX_EXTERN_TEMPLATE > 0
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE -1
#endif
