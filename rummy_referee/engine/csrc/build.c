/* The name of this build, for example "0.3.0+3f2a1b9c8d7e gcc 14.2.0": version, hash of the sources, compiler.
 *
 * tools/build_engine.py defines ENGINE_BUILD, the version and the hash. */

#define TEXT_OF(value) #value
#define TEXT(value) TEXT_OF(value)

#if defined(__clang__)
#define COMPILER "clang " TEXT(__clang_major__) "." TEXT(__clang_minor__) "." TEXT(__clang_patchlevel__)
#elif defined(__GNUC__)
#define COMPILER "gcc " TEXT(__GNUC__) "." TEXT(__GNUC_MINOR__) "." TEXT(__GNUC_PATCHLEVEL__)
#else
#define COMPILER "another compiler"
#endif

const char *engine_build(void);

const char *engine_build(void) { return ENGINE_BUILD " " COMPILER; }
