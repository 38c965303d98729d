/** What the C++ runtime prints on standard error about the end of a program. */

import type { RuntimeWords } from '../language.ts';

/** What the runtime calls the exceptions of its own library, and what people call them. */
const libraryExceptions: ReadonlyMap<string, string> = new Map([
  ...[
    'bad_alloc',
    'bad_any_cast',
    'bad_array_length',
    'bad_array_new_length',
    'bad_cast',
    'bad_exception',
    'bad_function_call',
    'bad_optional_access',
    'bad_typeid',
    'bad_variant_access',
    'bad_weak_ptr',
    'chrono::ambiguous_local_time',
    'chrono::nonexistent_local_time',
    'domain_error',
    'exception',
    'filesystem::filesystem_error',
    'format_error',
    'future_error',
    'invalid_argument',
    'ios_base::failure',
    'length_error',
    'logic_error',
    'nested_exception',
    'out_of_range',
    'overflow_error',
    'range_error',
    'regex_error',
    'runtime_error',
    'system_error',
    'underflow_error',
  ].map((name) => [`std::${name}`, `std::${name}`] as const),
  ['std::__ios_failure', 'std::ios_base::failure'],
  ['std::ios_base::failure[abi:cxx11]', 'std::ios_base::failure'],
  ['std::filesystem::__cxx11::filesystem_error', 'std::filesystem::filesystem_error'],
  ['__gnu_cxx::recursive_init_error', '__gnu_cxx::recursive_init_error'],
]);

export const runtimeWords: RuntimeWords = {
  ranOutOfMemory: ({ stderr }) => /\bstd::bad_(array_new_length|alloc)\b/.test(stderr),
  uncaughtException({ stderr }) {
    const match = /terminate called after throwing an instance of '([^']*)'/.exec(stderr);
    return match && { name: libraryExceptions.get(match[1] ?? '') ?? null };
  },
};
