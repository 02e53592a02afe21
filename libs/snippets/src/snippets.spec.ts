import { elementIn } from './element.js';
import { fingerprintOf, groupTextOf, withoutSecrets } from './index.js';

test.each([
  [
    '<IMG SRC=a.png alt>',
    {
      tag: 'img',
      attributes: [
        ['src', 'a.png'],
        ['alt', ''],
      ],
      text: '',
    },
  ],
  [
    `<a href='/x' title="a > b">Read <b>more</b> here</a> and`,
    {
      tag: 'a',
      attributes: [
        ['href', '/x'],
        ['title', 'a > b'],
      ],
      text: 'Read here',
    },
  ],
  ['<p>one<br>two<img/>three</p>', { tag: 'p', attributes: [], text: 'one two three' }],
  ['<button/>later', { tag: 'button', attributes: [], text: '' }],
  ['  <x-card\n  open\n>', { tag: 'x-card', attributes: [['open', '']], text: '' }],
  ['<a href="cut of', { tag: 'a', attributes: [['href', 'cut of']], text: '' }],
  ['<div><!-- no --><span>in', { tag: 'div', attributes: [], text: '' }],
])('reads %s', (snippet, element) => {
  expect(elementIn(snippet)).toEqual(element);
});

test.each(['', 'text', '<', '< img>', '</p>', '<!doctype html>', '<>'])('reads no element in %j', (snippet) => {
  expect(elementIn(snippet)).toBeUndefined();
  expect([fingerprintOf(snippet), groupTextOf(snippet)]).toEqual([undefined, undefined]);
});

test.each([
  ['its class and style', '<a class="x" href="/b">More</a>', '<a href="/b" style="color: red">More</a>'],
  ['the order of its attributes', '<img alt src="a.png">', '<img src="a.png" alt>'],
  ['digests of a build', '<img src="/logo.3f2a9c1b.png">', '<img src="/logo.77e0b1d2.png">'],
  [
    'what a framework numbers',
    '<input id=":r1:" aria-describedby="hint-12">',
    '<input id=":r7b:" aria-describedby="hint-13">',
  ],
  ['marks of components', '<a data-v-7ba5bd90 _ngcontent-abc-c12>x</a>', '<a data-v-11111111>x</a>'],
  ['numbers in its text', '<a>3 comments</a>', '<a>4 comments</a>'],
  ['what stands in others', '<li>One <b>two</b></li>', '<li>One <b>three</b></li>'],
  ['what follows 80 characters', `<p>${'x'.repeat(80)}a</p>`, `<p>${'x'.repeat(80)}b</p>`],
])('an element is the same whatever %s', (_, one, other) => {
  expect(fingerprintOf(one)).toBe(fingerprintOf(other));
  expect(fingerprintOf(one)).toMatch(/^s1:[0-9a-f]{32}$/);
});

test.each([
  ['tag', '<a>x</a>', '<b>x</b>'],
  ['attribute', '<img src="a.png">', '<img src="b.png">'],
  ['number in an address', '<img src="/1.png">', '<img src="/2.png">'],
  ['text', '<a>x</a>', '<a>y</a>'],
])('elements with another %s are two', (_, one, other) => {
  expect(fingerprintOf(one)).not.toBe(fingerprintOf(other));
});

test('a group is told by tag and attributes, since some tools quote no more', () => {
  expect(groupTextOf('<a href="/x" class="y">Read</a>')).toBe(groupTextOf('<a href="/x">'));
});

describe('values that may be secrets are masked', () => {
  test.each([
    ['a password', '<input type="password" value="hunter2">', '<input type="password" value="***">'],
    ['a field in any quotes', `<input value='a "b"' name=q value=x>`, `<input value='***' name=q value=***>`],
    ['a field that ends in a backslash', '<input value="C:\\" data-token="x">', '<input value="***" data-token="***">'],
    ['a field that is cut off', '<input name="q" value="hun', '<input name="q" value="***'],
    [
      'what is written in a field',
      '<textarea rows="2">Dear Ms. Doe</textarea> x',
      '<textarea rows="2">***</textarea> x',
    ],
    ['a hidden token', '<input type="hidden" name="csrf" value="a1">', '<input type="hidden" name="csrf" value="***">'],
    ['a token of a page', '<meta name="csrf-token" content="a1">', '<meta name="csrf-token" content="***">'],
    [
      'attributes by their name',
      '<a data-session-id="7" data-csrf=x csrf-token="y">',
      '<a data-session-id="***" data-csrf=*** csrf-token="***">',
    ],
    ['what looks like a token', `<a data-x="${'a1'.repeat(16)}">`, '<a data-x="***">'],
    ['a JSON web token', '<a data-x="Bearer eyJhbGciOiJI.eyJzdWIi.sig_-1">', '<a data-x="Bearer ***">'],
    ['JSON in an attribute', `<a data-x='{"token":"abc","id":"7"}'>`, `<a data-x='{"token":"***","id":"7"}'>`],
    [
      'tokens in addresses',
      '<a href="/r?token=abc&amp;id=7&sig=x#access_token=y">',
      '<a href="/r?token=***&amp;id=7&sig=***#access_token=***">',
    ],
    ['who signs in by an address', '<a href="https://me:pw@shop.example/">', '<a href="https://***@shop.example/">'],
    ['a selector of axe-core', 'input[value="hunter2"]', 'input[value="***"]'],
    ['quotes in a selector', 'input[value="a\\"] b"] > i', 'input[value="***"] > i'],
    [
      'further conditions of a selector',
      `a[href$='r?token=abc'][data-auth=x]`,
      `a[href$='r?token=***'][data-auth=***]`,
    ],
    ['a path of XML', '/html/input[@value="hunter2"]', '/html/input[@value="***"]'],
    ['a message that quotes HTML', 'Look at <input value="hunter2"> here', 'Look at <input value="***"> here'],
    [
      'a message that quotes an address',
      'see https://a.example/?id=7&token=abc now',
      'see https://a.example/?id=7&token=*** now',
    ],
    ['quotes that are escaped', '[value=\\"hunter2\\"]', '[value=\\"***\\"]'],
  ])('%s', (_name, text, masked) => {
    expect(withoutSecrets(text)).toBe(masked);
    expect(withoutSecrets(masked)).toBe(masked);
  });

  test.each([
    '<input type="submit" value="Search"> <button value="1"> <option value="de"> <li value="3">',
    'input[type="submit"][value="Search"]',
    'select > option[value="de"]',
    '<input name="password" type="password" autocomplete="current-password" id="token" value="">',
    '<a href="/search?q=shoes&page=2" data-testid="product-card-2" class="a">x</a>',
    '#main > li:nth-child(2)',
    'src/app/[slug]/Menu.tsx (2)',
    'Element has insufficient color contrast of 2.5 (foreground color: #aaa)',
    '<textarea> </textarea>',
  ])('%s stays as it is', (text) => {
    expect(withoutSecrets(text)).toBe(text);
  });
});
