import { elementIn } from './element.js';
import { fingerprintOf, groupTextOf } from './index.js';

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
