/**
 * What reaches parts of the library whose functions are left out of precompiled headers (judge/languages/cpp/far-library.ts):
 * by templates, which the compiler then has to instantiate after all, or through functions that are none and were read with
 * the header; with words by which such a program is known, or without: pasted together, or by types that are not named.
 */
import { type Fragment, fragment } from './assemble.ts';

const paste = '#define JOIN_(a, b) a##b\n#define JOIN(a, b) JOIN_(a, b)\n';

export const farFragments: readonly Fragment[] = [
  fragment(
    'chrono',
    '',
    'auto since = std::chrono::system_clock::now().time_since_epoch(); total += std::chrono::duration_cast<std::chrono::milliseconds>(since).count() > 0;',
  ),
  fragment(
    'chrono',
    'using namespace std::chrono;\n',
    'duration<double> some = milliseconds(1500) + seconds(n); total += long(some.count()) + duration_cast<minutes>(some).count();',
  ),
  fragment('chrono', 'using namespace std::literals;\n', 'total += (90min).count() + long((1.5s).count());'),
  fragment(
    'chrono',
    paste,
    'using namespace std::JOIN(lite, rals); total += long((n * 2.5min).count()) + (1h).count();',
  ),
  fragment(
    'chrono',
    '',
    'auto now = std::chrono::system_clock::now(); total += std::chrono::system_clock::to_time_t(now) > 0;',
  ),
  fragment(
    'chrono',
    paste,
    'auto at = std::chrono::system_clock::JOIN(from_, time_t)(n); total += at.time_since_epoch().count() > 0; total += std::chrono::system_clock::JOIN(to_, time_t)(at);',
  ),
  fragment(
    'chrono',
    '',
    'std::chrono::year_month_day date{std::chrono::year{2024}, std::chrono::month{2}, std::chrono::day(n)}; total += std::chrono::sys_days(date).time_since_epoch().count() + date.ok();',
  ),
  fragment(
    'chrono',
    paste,
    'std::chrono::JOIN(ye, ar) now{2024}; total += (now / 2 / 29).ok(); std::chrono::JOIN(week, day) other(n); total += (other + std::chrono::days(3)).c_encoding();',
  ),
  fragment(
    'chrono',
    'namespace std::chrono { template <> constexpr seconds duration_cast<seconds>(const duration<long, nano>& time) { return seconds(time.count() % 7); } }\n',
    'total += std::chrono::duration_cast<std::chrono::seconds>(std::chrono::nanoseconds(n)).count();',
  ),
  fragment(
    'chrono',
    'template std::chrono::seconds std::chrono::duration_cast<std::chrono::seconds>(const std::chrono::minutes&);\n',
    'total += std::chrono::seconds(std::chrono::minutes(n)).count();',
  ),
  fragment(
    'chrono string',
    'std::string to_text(std::chrono::seconds s) { return std::to_string(s / std::chrono::hours(1)) + std::to_string((s % std::chrono::hours(1)).count()); }\n',
    'total += to_text(std::chrono::seconds(n)).size();',
  ),
  fragment(
    'valarray',
    '',
    'std::valarray<TYPE> all(n); all += TYPE(2); total += all.size() + long(all.sum());',
  ),
  fragment(
    'valarray',
    paste,
    'std::JOIN(val, array)<unsigned long> all(5, n); std::JOIN(gsl, ice) some(0, all, all), other = some; total += other.start();',
  ),
  fragment(
    'memory_resource vector',
    paste,
    'std::JOIN(p, mr)::vector<int> list(n); list.push_back(n); std::JOIN(p, mr)::JOIN(unsynchronized_pool, _resource) pool; total += list.size();',
  ),
  fragment('string', paste, 'std::JOIN(w, string) text(n, 65); total += text.substr(0, 1).size() + text[0];'),
  fragment(
    'string',
    `${paste}#define WIDE(text) L##text\n`,
    'total += std::stoi(WIDE("12")) + std::JOIN(to_w, string)(n).size() + std::stod(WIDE("2.5"));',
  ),
  fragment(
    'string',
    paste,
    'std::basic_string<JOIN(char, 16_t)> text(n, 65); text += text; total += text.find(65, 1) + std::hash<std::JOIN(u16, string)>()(text);',
  ),
  fragment(
    'cmath',
    paste,
    'total += long(std::JOIN(be, ta)(n, 2.0) + std::JOIN(lague, rre)(n, 0.5) + std::JOIN(lague, rref)(3, 0.5f) + std::JOIN(rie, mann_zetal)(2.0L));',
  ),
  fragment(
    'cmath',
    '',
    'total += long(std::hypot(n, 2.0, 3.0f) + std::lerp(n, 2.0, 0.5) + std::riemann_zeta(2.0));',
  ),
  fragment(
    'charconv string',
    paste,
    'char room[40]; auto [end, wrong] = std::JOIN(to_, chars)(room, room + 40, n, 16); total += end - room; int back; std::JOIN(from_, chars)(room, end, back); total += back;',
  ),
  fragment(
    'atomic',
    `${paste}std::JOIN(ato, mic)<int> counter;\nstd::JOIN(ato, mic)<double> sum;\n`,
    'counter += n; total += counter.load() + counter.exchange(3); sum.store(2.5); total += long(sum.load());',
  ),
  fragment(
    'mutex',
    `${paste}std::JOIN(mu, tex) door;\nstd::JOIN(on, ce_flag) once;\n`,
    'std::lock_guard guard(door); std::call_once(once, [&] { total += n; });',
  ),
  fragment(
    'filesystem string',
    paste,
    'std::JOIN(file, system)::path place = "a/b.txt"; total += place.extension().string().size() + place.generic_string().size();',
  ),
  fragment(
    'system_error string',
    '',
    'try { throw std::system_error(std::make_error_code(std::errc::io_error), std::string(n, 97)); } catch (const std::exception& error) { total += sizeof error; } total += std::error_code().value() + std::hash<std::error_code>()(std::error_code()) % 2;',
  ),
  fragment(
    'system_error string',
    paste,
    'try { throw std::JOIN(system_, error)(std::JOIN(error_, code)(), "text"); } catch (...) { total++; } try { throw std::JOIN(system_, error)(n, std::JOIN(generic_, category)(), std::string("text")); } catch (...) { total++; }',
  ),
  // By types that are not named.
  fragment(
    'chrono',
    'using namespace std::literals;\nusing Seconds = decltype(1s);\ntemplate <> constexpr long Seconds::count() const { return 7; }\n',
    'total += (1s).count() + std::chrono::duration_cast<Seconds>(std::chrono::milliseconds(n)).count();',
  ),
  fragment(
    'string cwchar',
    'using Wide = std::remove_reference_t<decltype(*std::wmemset(nullptr, 0, 0))>;\n',
    'std::basic_string<Wide> text(n, 65); text += text; total += text.substr(0, 1).size() + text.find(65);',
  ),
  fragment(
    'string cwchar',
    'using Wide = std::remove_reference_t<decltype(*std::wmemset(nullptr, 0, 0))>;\ntemplate <> std::size_t std::basic_string<Wide>::size() const noexcept { return 7; }\n',
    'std::basic_string<Wide> text; total += text.size();',
  ),
  // The word by which a specialisation is known, pasted together or left to a macro.
  ...[
    '#define GLUE(a, ...) a##__VA_ARGS__\nGLUE(tem, plate) <>',
    '#define GLUE_TO(a, ...) a##__VA_OPT__(plate)\nGLUE_TO(tem, x) <>',
    '#define SPECIAL template <>\nSPECIAL',
    'template <PB_DS_TREE_POLICY_HPP>',
  ].map((words) =>
    fragment(
      'chrono ext/pb_ds/tree_policy.hpp',
      `using namespace std::literals;\nusing Seconds = decltype(1s);\n${words} constexpr long Seconds::count() const { return 7; }\n`,
      'total += (1s).count();',
    ),
  ),
  // What the library finds in parts that the program does not use.
  ...[
    'namespace std { template <class T> struct decay<T*> { using bad = typename T::bad; }; }',
    'template <class T> requires (sizeof(T) == 40) struct std::is_integral<T> { using bad = typename T::bad; };',
    'namespace std::chrono { template <class A, class B> int operator-(const A& a, B&& b) { return a.bad(); } }',
    'namespace std { template <class A, class B> int operator<=(const A& a, B&& b) { return a.bad(); } }',
    'template <class A, class B> auto operator-(const A& a, const B& b) requires std::is_class_v<B> { return a.bad(); }',
  ].map((text) => fragment('type_traits', `${text}\n`, 'total += n;')),
  // What the headers leave out of strings, used by the program itself.
  fragment(
    'string',
    '',
    'std::string one(n, 97), two = one, three; three = two + "x" + std::move(one) + std::to_string(n); three.swap(two); total += three.empty() + (two.substr(1) + three).size() + (two.empty() ? 0 : two.back()); three.clear();',
  ),
  fragment(
    'string functional',
    '',
    'auto join = [](const std::string& a, const char* b) { return a + b; }; std::string (std::string::*part)(size_t, size_t) const = &std::string::substr; std::string text = join("a", "b"); total += (text.*part)(0, 1).size() + std::hash<std::string>()(text) % 2;',
  ),
  fragment(
    'regex string',
    '',
    'std::regex pattern("a+b?"); std::string text(n, 97); total += std::regex_search(text, pattern);',
  ),
];
