/** Macros and pragmas, where contestants put them: in front of the includes, behind them, around a function. */

import type { Random } from '#harness/random.ts';
import type { Surroundings } from './assemble.ts';

const x86 = (line: string) => `#ifdef __x86_64__\n${line}\n#endif\n`;

const pragmas = [
  '#pragma GCC optimize("O3")\n',
  '#pragma GCC optimize("Ofast")\n',
  '#pragma GCC optimize("O3,unroll-loops")\n',
  '#pragma GCC optimize(3)\n',
  '#pragma GCC optimize("O0")\n',
  '#pragma GCC optimize("Os")\n',
  '#pragma GCC optimize("inline")\n',
  '#pragma GCC optimize("no-inline")\n',
  '#pragma GCC optimize("-fgcse,-fgcse-lm")\n',
  '#pragma GCC optimize("fast-math")\n',
  '#pragma GCC optimize("trapv")\n',
  '#pragma GCC optimize("wrapv", "no-strict-aliasing")\n',
  '#pragma GCC optimize("omit-frame-pointer", "no-stack-protector")\n',
  '#pragma GCC optimize("no-exceptions")\n',
  x86('#pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt")'),
  x86('#pragma GCC target("sse,sse2,sse3,ssse3,sse4,popcnt,abm,mmx,avx,tune=native")'),
  x86('#pragma GCC target("avx2")\n#pragma GCC optimize("O3")\n#pragma GCC optimize("unroll-loops")'),
  x86('#pragma GCC target("arch=haswell")'),
  '#pragma GCC push_options\n#pragma GCC optimize("O1")\n',
  '#pragma GCC push_options\n#pragma GCC optimize("O3")\n#pragma GCC pop_options\n',
  '_Pragma("GCC optimize(\\"O2\\")")\n',
  '#pragma GCC diagnostic ignored "-Wall"\n',
  '#pragma GCC visibility push(hidden)\n',
  '#pragma pack(push, 1)\n',
  '#pragma STDC FP_CONTRACT ON\n',
  '#pragma weak vsnprintf\n',
  '#pragma redefine_extname strtol strtol\n',
  '#pragma comment(linker, "/STACK:256000000")\n',
] as const;

const macrosBefore = [
  '#define private public\n',
  '#define _GLIBCXX_DEBUG\n',
  '#define _GLIBCXX_ASSERTIONS\n',
  '#define _CRT_SECURE_NO_WARNINGS\n',
  '#define _USE_MATH_DEFINES\n',
  '#define NDEBUG\n',
  '#define _GLIBCXX_USE_CXX11_ABI 0\n',
  '#define LOCAL 1\n#ifdef LOCAL\n#define say(x) std::cerr << x\n#endif\n',
  '#undef ONLINE_JUDGE\n',
  '#ifndef ONLINE_JUDGE\n#define slow 1\n#endif\n',
] as const;

/** None of them changes what a fragment means so that it would be refused, but for the last few. */
const macrosBehind = [
  "#define endl '\\n'\n",
  '#define ll long long\n#define ull unsigned long long\n#define ld long double\n',
  '#define rep(i, a, b) for (int i = (a); i < (b); i++)\n#define all(x) (x).begin(), (x).end()\n',
  '#define pb push_back\n#define mp make_pair\n#define F first\n#define S second\n#define eb emplace_back\n',
  '#define for if (0) {} else for\n',
  '#define fast std::ios::sync_with_stdio(false), std::cin.tie(nullptr)\n',
  '#define debug(...) std::cerr << #__VA_ARGS__ << "\\n"\n#define MAXN 100005\n#define INF 0x3f3f3f3f\n',
  '#define forn(i, n) for (int i = 0; i < int(n); ++i)\n#define sz(x) int((x).size())\n',
  '#define cout std::cout\n#undef cout\n',
  '#define NDEBUG\n#include <cassert>\n',
  '#define NDEBUG\n#include <bits/stdc++.h>\ninline int told(int n) { assert(n == 1); return n; }\n',
  'inline int told(int n) { assert(n == 1); return n; }\n#define NDEBUG\n#include <bits/stdc++.h>\n#undef NDEBUG\n#include <bits/stdc++.h>\ninline int told_again(int n) { assert(n == 2); return n; }\n',
  '#define private public\n#define protected public\n#define class struct\n',
  '#define likely(x) __builtin_expect(!!(x), 1)\n',
  '#define string_of(x) #x\n#define glue(a, b) a##b\n',
  '#undef assert\n#undef NULL\n#define NULL 0\n',
  '#define double long double\n',
  '#define float double\n',
  '#define max(a, b) ((a) > (b) ? (a) : (b))\n#define min(a, b) ((a) < (b) ? (a) : (b))\n#undef max\n#undef min\n',
  '#define int long long\n',
  '#define min(a, b) ((a) < (b) ? (a) : (b))\n',
  '#define vector std::vector\n',
] as const;

const declarations = [
  '__attribute__((optimize("O3"))) int hot(int n) { int s = 0; for (int i = 0; i < n; i++) s += i * i; return s; }\n',
  '__attribute__((optimize("O0"))) std::string unhurried(int n) { return std::to_string(n) + "x"; }\n',
  'extern "C" long strtol(const char*, char**, int) noexcept __attribute__((pure));\n',
  'extern "C" int own_strtol(const char*, char**, int) __asm__("strtol");\n',
  'namespace std { void __throw_out_of_range(const char*) __attribute__((noreturn, cold)); }\n',
  '__attribute__((noinline, cold)) std::string rare(const std::string& s) { return s + std::to_string(s.size()); }\n',
  x86(
    '__attribute__((target("avx2"))) void sweep(float* x, int n) { for (int i = 0; i < n; i++) x[i] *= 2; }\n__attribute__((target_clones("avx2", "default"))) long long dot(const int* x, int n) { long long s = 0; for (int i = 0; i < n; i++) s += x[i]; return s; }',
  ),
  '#pragma GCC push_options\n#pragma GCC optimize("Ofast")\ntemplate <class T> T quick(T x) { return x * x / 3; }\ndouble quick_double(double x) { return quick(x); }\n#pragma GCC pop_options\n',
] as const;

/** Most programs have none of these, many one, few more. */
export function someDirectives(random: Random, part: number): Surroundings {
  const maybe = (from: readonly string[]) => (random.chance(part) ? random.pick(from) : '');
  const front = random.chance(0.3) ? maybe(pragmas) + maybe(macrosBefore) : '';
  return {
    before: front,
    behind: maybe(pragmas) + maybe(macrosBehind) + maybe(declarations),
    end: random.chance(part / 4) ? random.pick(pragmas) : '',
  };
}
