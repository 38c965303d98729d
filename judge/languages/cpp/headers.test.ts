import { describe, expect, test } from 'vitest';
import { chooseSet, headerSets, leadingHeaders } from './headers.ts';

function leading(source: string): string[] {
  return [...leadingHeaders(Buffer.from(source))];
}
function chosen(source: string): readonly string[] | undefined {
  return chooseSet(Buffer.from(source), headerSets)?.set.headers;
}

describe('headers at the top of a source', () => {
  test.each<[string, string, string[]]>([
    ['one', '#include <iostream>\nint main(){}', ['iostream']],
    ['several', '#include <cstdio>\n#include <vector>\nusing namespace std;', ['cstdio', 'vector']],
    ['odd spacing and CRLF', '  #  include<map>  \r\n\r\n#include\t<set>\r\n', ['map', 'set']],
    ['comments', '// hello\n/* a\n b */ #include <map> // why\n#include <set> /* x */\n', ['map', 'set']],
    ['a byte-order mark', '\ufeff#include <map>\n', ['map']],
    ['an own header stops it', '#include "my.h"\n#include <map>\n', []],
    ['a macro stops it', '#include <map>\n#define int long long\n#include <set>\n', ['map']],
    ['a pragma stops it', '#pragma GCC optimize("O3")\n#include <bits/stdc++.h>\n', []],
    ['code on the line stops it', '#include <map> int x;\n', []],
    ['a commented include is none', '// #include <map>\n/* #include <set> */\nint main(){}', []],
    ['a comment that goes on by a backslash stops it', '// why \\\n#include <map>\n', []],
    ['also with blanks behind the backslash', '// C:\\ \t\f\v\n#include <cmath>\n#include <map>\n', []],
    ['also before a carriage return', '// C:\\ \r\n#include <cmath>\r\n', []],
    ['a backslash elsewhere does not', '// C:\\x\n#include <map>\n', ['map']],
    ['an include of two lines stops it', '#include <map>\n#in\\\nclude <set>\n', ['map']],
    ['a comment that is closed across lines stops it', '/* x *\\\n/ #include <map>\n', []],
    ['a directive goes on behind a comment', '#include <map> /*\n*/ #include <cmath>\n', ['map']],
    ['a carriage return within a line stops it', '// x\r#include <map>\n#include <set>\n', []],
    ['a form feed stops it', '#include <map>\n\f\n#include <set>\n', ['map']],
    ['a blank of another kind stops it', '#include <map>\n\xa0\n#include <set>\n', ['map']],
    ['an unknown header stops it', '#include <map>\n#include <sys/param.h>\n#include <set>\n', ['map']],
    ['a path stops it', '#include <map>\n#include <../include/math.h>\n#include <set>\n', ['map']],
    ['another sign for # stops it', '#include <map>\n%:include <set>\n#include <list>\n', ['map']],
    ['a comment that might go on stops it', '// really??/\n#include <map>\n', []],
    ['modules stop it', 'import <map>;\n#include <set>\n', []],
    ['an unfinished comment', '/* #include <map>\n#include <set>\n', []],
    ['a macro as a name stops it', '#include HEADER\n#include <map>\n', []],
    ['nothing', '', []],
    ['junk', '\0\x01\xff', []],
  ])('%s', (_, source, expected) => expect(leading(source)).toEqual(expected));
});

describe('the set that is used', () => {
  test.each<[string, string, string[] | undefined]>([
    ['bits/stdc++.h', '#include <bits/stdc++.h>\n', ['bits/stdc++.h']],
    ['bits/stdc++.h among others', '#include <iostream>\n#include <bits/stdc++.h>\n', ['bits/stdc++.h']],
    ['in any order', '#include <vector>\n#include <map>\n#include <iostream>\n', ['iostream', 'vector']],
    ['only what the program includes', '#include <iostream>\n#include <ctime>\n', ['iostream']],
    ['no costly header', '#include <cstdio>\n#include <cstring>\n', undefined],
    ['no header', 'int main(){}', undefined],
  ])('%s', (_, source, expected) => expect(chosen(source)).toEqual(expected));
});

describe('the set is loaded in place of the first include', () => {
  const isFirst = (source: string) => chooseSet(Buffer.from(source), headerSets)?.isFirst;
  test.each<[string, string, boolean]>([
    ['when it is all there is', '// x\n#include <bits/stdc++.h>\n', true],
    ['when others come behind', '#include <bits/stdc++.h>\n#include <iostream>\n', true],
    ['when the first is any of it', '#include <vector>\n#include <iostream>\n', true],
    ['but not when another comes before', '#include <ctime>\n#include <iostream>\n', false],
  ])('%s', (_, source, expected) => expect(isFirst(source)).toBe(expected));
});
