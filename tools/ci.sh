#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The jobs of a full test: what ./test runs, and a few more. One line per job; the whole output of a
# job is in build/ci/JOB.log and is printed when the job fails.
#   tools/ci.sh --list     name the jobs
#   tools/ci.sh JOB...     run these; "default" stands for those of ./test
# Jobs that use one core or wait run in a lane of their own beside the others, which give way to them.
# SUT_WERROR=ON in the environment makes warnings errors.
set -uo pipefail

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$top" || exit 1
cores=$(nproc)

#---- the jobs -------------------------------------------------------------------------------------
# Assertions are compiled into asan, which runs every test; relassert runs them at full speed too.
default_jobs=(text layers format page browser release asan static bits)
other_jobs=(knots asan-full asan-gcc clang relassert debug clang-debug tsan static-deep bits-full wasm fresh)
light_jobs=' text layers format page browser '

about() {
    case $1 in
        text) echo "paths, links, licence lines" ;;
        layers) echo "who includes whom, what the engine calls, the table of stages" ;;
        format) echo "clang-format" ;;
        page) echo "the page: types, unit tests" ;;
        browser) echo "the page in Chromium, against the release build's trainer" ;;
        knots) echo "a bot ties knots in the page by what it sees, films of whole stitches: minutes each" ;;
        release) echo "gcc -O3: build, all tests" ;;
        asan) echo "clang with sanitizers (addresses, undefined behaviour), assertions: build, tests but long scenes" ;;
        asan-full) echo "the same with long scenes" ;;
        asan-gcc) echo "the same by gcc" ;;
        clang) echo "clang -O3: build, all tests" ;;
        relassert) echo "gcc -O3 with assertions: build, all tests" ;;
        static) echo "cppcheck, clang-tidy" ;;
        static-deep) echo "the same, four times as far into every function" ;;
        bits) echo "same hashes from gcc and clang, without optimisation, with it and for this machine" ;;
        bits-full) echo "the same for a second, and clang without optimisation" ;;
        wasm) echo "the band solver for WebAssembly, with and without vectors" ;;
        debug) echo "gcc -O0 with assertions: build, all tests" ;;
        clang-debug) echo "clang -O0 with assertions: build, all tests" ;;
        tsan) echo "gcc with the thread sanitizer: build, all tests" ;;
        fresh) echo "./run and ./test in a new Debian (root, network)" ;;
        *) return 1 ;;
    esac
}

# Whole scenes, a quarter of what the sanitizers take: the engine's code that they run has unit tests there,
# and reading, writing and serving have scenarios of their own.
long_scenes='scenario\.(chain|needle|tear|tool|tie|knot|experiment|surgery|quiet|explicit)_test'

# Some tests wait for a server: one more than there are processors.
# build_and_test PRESET [WHAT CTEST LEAVES OUT]
build_and_test() {
    local preset=$1
    shift
    tools/build.sh "$preset" &&
        ctest --test-dir "build/$preset" -j $((cores + 1)) --output-on-failure --no-tests=error "$@"
}

run_job() {
    case $1 in
        text) tools/check_text.py ;;
        layers) tools/check_layers.py && tools/check_stages.py && tools/check_functions.py ;;
        format) tools/check_format.sh ;;
        page) tools/page.sh test ;;
        browser) tools/build.sh release sut_products && tools/page.sh e2e ;;
        knots)
            tools/build.sh release sut_products && tools/page.sh e2e --knots --only "who only sees|demonstration (skin-stitch|penrose|anastomosis)"
            ;;
        # a demonstration judged to its end, several times over, has a scenario in `release`
        asan) build_and_test asan -E "$long_scenes|trainer_test.Taut" ;;
        asan-full) build_and_test asan ;;
        clang) build_and_test clang-release ;;
        # what no job runs by clang is compiled by it at least
        static) tools/build.sh clang-release sut_products && tools/check_static.sh build/clang-release ;;
        static-deep)
            tools/build.sh clang-release sut_products && tools/check_static.sh --deep build/clang-release
            ;;
        bits) tools/check_determinism.sh ;;
        bits-full) tools/check_determinism.sh --full 1 ;;
        wasm) tools/check_wasm.sh ;;
        fresh) tools/check_fresh.sh ;;
        *) build_and_test "$1" ;;
    esac
}

#---- running them ---------------------------------------------------------------------------------
# what ctest counted, or the job itself as one test: TEXT, PASSED, FAILED
count() {
    local log=$1 status=$2 line bad=$((status != 0)) all=1
    what=$(tail -n 1 "$log")
    line=$(grep -E '^[0-9]+% tests passed, [0-9]+ tests failed out of [0-9]+' "$log" | tail -n 1)
    if [[ $line =~ ,\ ([0-9]+)\ tests\ failed\ out\ of\ ([0-9]+) ]]; then
        bad=${BASH_REMATCH[1]}
        all=${BASH_REMATCH[2]}
        what="$((all - bad)) of $all tests"
    fi
    # a job can fail after its tests passed
    if [ "$status" -ne 0 ] && [ "$bad" -eq 0 ]; then
        bad=1
        all=$((all + 1))
    fi
    passed=$((all - bad))
    failed=$bad
}

do_job() {
    local job=$1 log=build/ci/$1.log start status what= passed failed
    start=$(date +%s)
    run_job "$job" >"$log" 2>&1
    status=$?
    count "$log" "$status"
    echo "$passed $failed" >"build/ci/$job.count"
    exec 8>build/ci/.print # what a job says stays together
    flock 8
    if [ "$status" -eq 0 ]; then
        printf 'ok    %-11s %4d s  %s\n' "$job" $(($(date +%s) - start)) "$what"
    else
        printf 'FAIL  %-11s %4d s  %s\n' "$job" $(($(date +%s) - start)) "$(about "$job")"
        # without the lines of tests that went well
        grep -vE '^ +Start +[0-9]+:|^ *[0-9]+/[0-9]+ .* Passed ' "$log" | tail -n 200 | sed 's/^/    /'
        echo "    (whole output: $log)"
    fi
    exec 8>&-
}

lane() {
    local job
    for job in "$@"; do
        do_job "$job"
    done
}

if [ $# -eq 0 ] || [ "$1" = "--list" ]; then
    for job in "${default_jobs[@]}" "${other_jobs[@]}"; do
        printf '%-11s %s\n' "$job" "$(about "$job")"
    done
    exit 0
fi

jobs=()
for job in "$@"; do
    if [ "$job" = default ]; then
        jobs+=("${default_jobs[@]}")
    elif about "$job" >/dev/null; then
        jobs+=("$job")
    else
        echo "tools/ci.sh: no job \"$job\"; see tools/ci.sh --list" >&2
        exit 2
    fi
done

mkdir -p build/ci
light=()
heavy=()
for job in "${jobs[@]}"; do
    rm -f "build/ci/$job.count"
    if [[ $light_jobs == *" $job "* ]]; then
        light+=("$job")
    else
        heavy+=("$job")
    fi
done

if [ -t 1 ]; then
    echo "${jobs[*]} ... (output in build/ci)"
fi
set -m # a group of processes of its own
lane "${light[@]}" </dev/null &
beside=$!
set +m
trap 'kill -- -"$beside" 2>/dev/null; exit 130' INT TERM
# what is watched by the clock, in the browser, comes first
if [ "${#light[@]}" -gt 0 ]; then
    renice -n 5 -p $BASHPID >/dev/null 2>&1
fi
lane "${heavy[@]}"
wait "$beside"

passed=0
failed=0
failed_jobs=()
for job in "${jobs[@]}"; do
    read -r good bad < <(cat "build/ci/$job.count" 2>/dev/null || echo "0 1")
    passed=$((passed + good))
    failed=$((failed + bad))
    if [ "$bad" -gt 0 ]; then
        failed_jobs+=("$job")
    fi
done

total=$((passed + failed))
echo
if [ "${#failed_jobs[@]}" -gt 0 ]; then
    echo "Failed jobs: ${failed_jobs[*]}"
fi
echo "$((total > 0 ? 100 * passed / total : 0))% tests passed, $failed tests failed out of $total"
[ "${#failed_jobs[@]}" -eq 0 ]
