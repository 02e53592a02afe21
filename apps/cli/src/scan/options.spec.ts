import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printable } from '../printable.js';
import { readCookies } from './cookies.js';
import { isWhole, scanOptions } from './options.js';

const folder = mkdtempSync(join(tmpdir(), 'curbcut-cookies-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('cookies are read as curl writes them, and as Playwright does', () => {
  const netscape = [
    '# Netscape HTTP Cookie File',
    '#HttpOnly_.shop.example\tTRUE\t/\tTRUE\t1900000000\tsession\tabc',
    'shop.example\tFALSE\t/a\tFALSE\t0\tempty\t',
    'broken line',
  ].join('\r\n');
  expect(readCookies(netscape)).toEqual([
    {
      name: 'session',
      value: 'abc',
      domain: '.shop.example',
      path: '/',
      secure: true,
      httpOnly: true,
      expires: 1900000000,
    },
    { name: 'empty', value: '', domain: 'shop.example', path: '/a', secure: false, httpOnly: false },
  ]);
  const state = {
    cookies: [{ name: 'a', value: 'b', domain: 'x', path: '/', expires: -1, secure: true, sameSite: 'Lax' }, null, {}],
    origins: [],
  };
  expect(readCookies(JSON.stringify(state))).toEqual([
    { name: 'a', value: 'b', domain: 'x', path: '/', secure: true, httpOnly: false },
  ]);
  expect(readCookies('{"cookies":')).toEqual([]);
});

test('values of cookies and headers are never printed', () => {
  const file = join(folder, 'cookies.txt');
  writeFileSync(file, 'shop.example\tFALSE\t/\tFALSE\t0\tsession\tcookie-value-of-mine');
  const { headers } = scanOptions(
    { 'cookie-file': file, 'header-from-env': ['Authorization=AUTH'] },
    { AUTH: 'Bearer header-value-of-mine' },
  );
  expect(headers).toEqual([{ name: 'Authorization', value: 'Bearer header-value-of-mine' }]);
  expect(printable('cookie-value-of-mine header-value-of-mine')).toBe('*** ***');
});

test('what leaves out rules or elements does not examine whole pages', () => {
  expect(isWhole(scanOptions({ viewport: '375x812', 'wait-for': 'main' }, {}))).toBe(true);
  for (const flags of [
    { include: ['main'] },
    { exclude: ['.ad'] },
    { rules: 'label' },
    { 'disable-rules': 'label, image-alt' },
  ])
    expect(isWhole(scanOptions(flags, {}))).toBe(false);
  expect(scanOptions({ 'disable-rules': 'label, image-alt' }, {}).without).toEqual(['label', 'image-alt']);
});

test.each([
  [{ viewport: '375' }, '--viewport'],
  [{ viewport: '0000x10' }, '--viewport'],
  [{ rules: 'a b' }, '--rules'],
  [{ 'disable-rules': '' }, '--disable-rules'],
  [{ rules: 'a', 'disable-rules': 'b' }, '--disable-rules'],
  [{ 'cookie-file': join(folder, 'missing') }, '--cookie-file'],
  [{ 'header-from-env': ['Authorization'] }, '--header-from-env'],
  [{ 'header-from-env': ['Authorization=NOT_SET'] }, 'NOT_SET is not set'],
  [{ 'header-from-env': ['A b=X'] }, '--header-from-env'],
  [{ 'header-from-env': ['Authorization=BROKEN'] }, 'BROKEN contains characters'],
])('%j is refused by name', (flags, name) => {
  expect(() => scanOptions(flags, { BROKEN: 'a\r\nb', X: 'y' })).toThrow(name);
});
