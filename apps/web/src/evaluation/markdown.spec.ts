import { blocksOf } from './markdown';

test('a procedure of a criterion is a paragraph, and a link to what W3C says', () => {
  expect(blocksOf('**1.1.1 Text.** Look at `img`.\n\n[W3C on 1.1.1](https://www.w3.org/x)')).toEqual([
    {
      kind: 'paragraph',
      line: [{ kind: 'strong', text: '1.1.1 Text.' }, ' Look at ', { kind: 'code', text: 'img' }, '.'],
    },
    { kind: 'paragraph', line: [{ kind: 'link', text: 'W3C on 1.1.1', href: 'https://www.w3.org/x' }] },
  ]);
});

test.each([
  ['- one\n- two', 'list'],
  ['1. one\n2. two', 'numbers'],
])('%j is a list', (markdown, kind) => {
  expect(blocksOf(markdown)).toEqual([{ kind, lines: [['one'], ['two']] }]);
});

test.each(['[words](javascript:alert(1))', '<b>bold</b>', '**', '- one\nand more'])('%j stays text', (markdown) => {
  expect(blocksOf(markdown)).toEqual([{ kind: 'paragraph', line: [markdown.replace('\n', ' ')] }]);
});

test('nothing is made of nothing', () => {
  expect(blocksOf('  \n\n ')).toEqual([]);
});
