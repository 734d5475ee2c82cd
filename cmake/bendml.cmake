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

# bendml_library(NAME SOURCES file... DEPENDS library... PRIVATE_LIBRARIES target...)
# makes libbml_NAME.a, known as bendml::NAME, and keeps its objects for libbendml.a.
function(bendml_library name)
  cmake_parse_arguments(arg "" "" "SOURCES;DEPENDS;PRIVATE_LIBRARIES" ${ARGN})
  add_library(bml_${name}_objects OBJECT ${arg_SOURCES})
  target_link_libraries(bml_${name}_objects PRIVATE bendml_flags ${arg_PRIVATE_LIBRARIES})
  target_include_directories(bml_${name}_objects PUBLIC ${PROJECT_SOURCE_DIR}/include)
  add_library(bml_${name} STATIC $<TARGET_OBJECTS:bml_${name}_objects>)
  add_library(bendml::${name} ALIAS bml_${name})
  target_include_directories(bml_${name} INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
  target_compile_options(bml_${name} INTERFACE -Werror=incompatible-pointer-types)
  target_link_libraries(bml_${name} PUBLIC ${arg_DEPENDS} PRIVATE ${arg_PRIVATE_LIBRARIES})
  set_property(GLOBAL APPEND PROPERTY BENDML_LIBRARIES ${name})
  set_property(GLOBAL APPEND PROPERTY BENDML_PRIVATE_LIBRARIES ${arg_PRIVATE_LIBRARIES})
endfunction()

# libbendml.a, bendml::bendml: all of the libraries that are switched on.
function(bendml_whole_library)
  get_property(libraries GLOBAL PROPERTY BENDML_LIBRARIES)
  get_property(private GLOBAL PROPERTY BENDML_PRIVATE_LIBRARIES)
  list(TRANSFORM libraries REPLACE "(.+)" "$<TARGET_OBJECTS:bml_\\1_objects>" OUTPUT_VARIABLE objects)
  list(REMOVE_DUPLICATES private)
  add_library(bml_all STATIC ${objects})
  set_target_properties(bml_all PROPERTIES OUTPUT_NAME bendml)
  add_library(bendml::bendml ALIAS bml_all)
  target_include_directories(bml_all INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
  target_compile_options(bml_all INTERFACE -Werror=incompatible-pointer-types)
  target_link_libraries(bml_all PRIVATE ${private})
endfunction()
