// Shifts the wall clock of one program, for `cargo drill clock-skew`, which preloads this into all programs of a shop.
//
// CLOCK_SHIFT_PROGRAM is the name of the program, CLOCK_SHIFT_FILE a file with the seconds as a 64-bit number. The file is
// mapped, so a running program sees a change at once. Debian's libfaketime fails at random in programs with many threads.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const int64_t none = 0;
static const volatile int64_t *shift = &none;

__attribute__((constructor)) static void map_file(void) {
    const char *program = getenv("CLOCK_SHIFT_PROGRAM"), *path = getenv("CLOCK_SHIFT_FILE");
    if (!program || !path || strcmp(program, program_invocation_short_name) != 0) return;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    void *mapped = file < 0 ? MAP_FAILED : mmap(NULL, sizeof *shift, PROT_READ, MAP_SHARED, file, 0);
    if (mapped == MAP_FAILED) abort();
    shift = mapped;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int result = (int)syscall(SYS_clock_gettime, clock, now);
    if (result == 0 && clock == CLOCK_REALTIME) now->tv_sec += *shift;
    return result;
}
