# The Debian package that `./x package` makes.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME heddle)
set(CPACK_PACKAGE_CONTACT "The Heddle developers <heddle@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "stateless model checker for concurrent C and C++ programs")
set(CPACK_PACKAGE_DESCRIPTION
    "Heddle runs a program under every thread interleaving and every weak-memory behaviour that matters. It shows the one that breaks the program, or has checked them all.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE zstd)  # much faster than xz, a little larger
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# What it runs and reads when it checks a program: the compiler, and the headers of the standard libraries.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "clang-19, libstdc++-dev, libc6-dev")
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)  # the tests are no part of it
include(CPack)
