# How a library, a program and a test of this project are built.

find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
if(BENDML_OPENMP)
  find_package(OpenMP REQUIRED COMPONENTS C)
endif()

add_library(bendml_flags INTERFACE) # for this project's own sources
target_compile_options(bendml_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla
  -ffp-contract=off $<$<BOOL:${BENDML_WERROR}>:-Werror>)
target_compile_definitions(bendml_flags INTERFACE _POSIX_C_SOURCE=200809L)
target_include_directories(bendml_flags INTERFACE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR})

set(bendml_package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/bendml)

# What both a library and libbendml.a have: where headers lie, the flag that makes a wrong handle an error, and how they
# are installed: TARGET, FILE (libFILE.a, FILE.pc), REQUIRES and LIBS for pkg-config.
function(bendml_publish target file description requires libs)
  target_include_directories(${target} INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_compile_options(${target} INTERFACE
    $<$<COMPILE_LANGUAGE:C>:-Werror=incompatible-pointer-types>)
  install(TARGETS ${target} EXPORT bendml ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  string(REPLACE ";" " " requires "${requires}")
  string(REPLACE ";" " " libs "${libs}")
  file(RELATIVE_PATH prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/library.pc.in ${PROJECT_BINARY_DIR}/${file}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${file}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()

# bendml_library(NAME SOURCES file... DEPENDS library... LINKS target... REQUIRES package... LIBS flag...)
# makes libbml_NAME.a, known as bendml::NAME, and keeps its objects for libbendml.a. DEPENDS are other libraries of this
# project; LINKS are what it links to, of which REQUIRES and LIBS tell pkg-config.
function(bendml_library name)
  cmake_parse_arguments(arg "" "" "SOURCES;DEPENDS;LINKS;REQUIRES;LIBS" ${ARGN})
  add_library(bml_${name}_objects OBJECT ${arg_SOURCES})
  target_link_libraries(bml_${name}_objects PRIVATE bendml_flags ${arg_LINKS})
  target_include_directories(bml_${name}_objects PRIVATE ${PROJECT_SOURCE_DIR}/include)
  add_library(bml_${name} STATIC $<TARGET_OBJECTS:bml_${name}_objects>)
  set_target_properties(bml_${name} PROPERTIES EXPORT_NAME ${name})
  add_library(bendml::${name} ALIAS bml_${name})
  target_link_libraries(bml_${name} PUBLIC ${arg_DEPENDS} PRIVATE ${arg_LINKS})
  bendml_publish(bml_${name} bml_${name} "libbendml: ${name}" "${arg_DEPENDS};${arg_REQUIRES}" "${arg_LIBS}")
  set_property(GLOBAL APPEND PROPERTY BENDML_LIBRARIES ${name})
  foreach(what LINKS REQUIRES LIBS)
    set_property(GLOBAL APPEND PROPERTY BENDML_${what} ${arg_${what}})
  endforeach()
endfunction()

# libbendml.a, bendml::bendml: all of the libraries that are switched on; then the headers and the CMake package.
function(bendml_whole_library)
  foreach(what LIBRARIES LINKS REQUIRES LIBS)
    get_property(${what} GLOBAL PROPERTY BENDML_${what})
    list(REMOVE_DUPLICATES ${what})
  endforeach()
  list(TRANSFORM LIBRARIES REPLACE "(.+)" "$<TARGET_OBJECTS:bml_\\1_objects>" OUTPUT_VARIABLE objects)
  add_library(bml_all STATIC ${objects})
  set_target_properties(bml_all PROPERTIES OUTPUT_NAME bendml EXPORT_NAME bendml)
  add_library(bendml::bendml ALIAS bml_all)
  target_link_libraries(bml_all PRIVATE ${LINKS})
  bendml_publish(bml_all bendml "${PROJECT_DESCRIPTION}" "${REQUIRES}" "${LIBS}")

  install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/bendml DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(EXPORT bendml NAMESPACE bendml:: FILE bendmlTargets.cmake DESTINATION ${bendml_package_folder})
  include(CMakePackageConfigHelpers)
  configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/bendmlConfig.cmake.in
    ${PROJECT_BINARY_DIR}/bendmlConfig.cmake INSTALL_DESTINATION ${bendml_package_folder})
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/bendmlConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/bendmlConfig.cmake ${PROJECT_BINARY_DIR}/bendmlConfigVersion.cmake
    DESTINATION ${bendml_package_folder})
endfunction()
