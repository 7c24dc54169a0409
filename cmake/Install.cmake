# What `cmake --install` puts where. The tool finds its headers from where it is itself (src/frontend/flags.cpp), and the
# CMake package finds the tool from where it is: an installed tree can be moved.
include(CMakePackageConfigHelpers)

install(TARGETS heddle RUNTIME DESTINATION bin)
if(TARGET heddle_mpi)
  install(TARGETS heddle_mpi LIBRARY DESTINATION lib/heddle)
endif()
# Those that the tool compiles with. In a folder of their own: were it /usr/include, naming it would change the order in
# which clang looks for the system's headers.
install(DIRECTORY include/heddle DESTINATION share/heddle/include)
# Those that programs include under any compiler.
install(FILES include/heddle/heddle.h include/heddle/genmc.h include/heddle/test.h include/heddle/run_tests.h
        DESTINATION include/heddle)
install(FILES README.md CHANGELOG.md DESTINATION share/doc/heddle)
install(FILES LICENSE DESTINATION share/doc/heddle RENAME copyright)
install(DIRECTORY docs examples DESTINATION share/doc/heddle PATTERN "*.py" EXCLUDE PATTERN theme EXCLUDE)

set(package lib/cmake/Heddle)
set(tool bin/heddle)
set(headers include)
configure_package_config_file(cmake/HeddleConfig.cmake.in ${CMAKE_BINARY_DIR}/HeddleConfig.cmake
                              INSTALL_DESTINATION ${package} PATH_VARS tool headers)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/HeddleConfigVersion.cmake COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES ${CMAKE_BINARY_DIR}/HeddleConfig.cmake ${CMAKE_BINARY_DIR}/HeddleConfigVersion.cmake
              cmake/HeddleAddTest.cmake cmake/HeddleDiscoverTests.cmake cmake/expect.sh
        DESTINATION ${package})
