import { expect, test } from 'vitest';
import { listImported } from './imported-packages.ts';

test.each([
  'import numpy',
  'import numpy as np\n',
  'import sys, os as o , numpy',
  'import sys\nfrom numpy import array',
  'from numpy.linalg import solve',
  'import numpy.linalg',
  'def f():\n\timport numpy\n',
  'try: import numpy',
  'import sys; import numpy as np',
])('%j imports numpy', (source) => {
  expect(listImported('python', source)).toEqual(['numpy']);
});

test.each([
  'import sys',
  '# import numpy is not needed',
  'import numpy_of_mine',
  'from mine import numpy',
  'print("numpy")',
])('%j does not', (source) => {
  expect(listImported('python', source)).toEqual([]);
});

test('a language without packages imports none', () => {
  expect(listImported('cpp', 'import numpy')).toEqual([]);
});
