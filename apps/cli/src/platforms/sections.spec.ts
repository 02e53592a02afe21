import { asBody, keyOf, type Section, sectionsIn, withOurs } from './sections.js';

const section = (name: string, over: Partial<Section> = {}): Section => ({
  ...{ key: keyOf(name), verdict: 'passed', commit: 'c0ffee', run: 10, text: `#### ${name}` },
  ...over,
});
const MARK = '<!-- curbcut shop -->';

test('the worst section decides the heading, and each is read as it was written', () => {
  const sections = [
    section('a'),
    section('b', { verdict: 'not delivered' }),
    section('c', { verdict: 'failed', commit: '' }),
  ];
  const body = asBody(MARK, sections);
  expect(body).toMatch(/^<!-- curbcut shop -->\n### ❌ Accessibility: failed\n/);
  expect(sectionsIn(body)).toEqual(sections);
  expect(sectionsIn(body.replaceAll('\n', '\r\n'))).toEqual(sections);
  expect(asBody(MARK, sections.slice(0, 2))).toContain('### ⚠️ Accessibility: not delivered');
  expect(asBody(MARK, sections.slice(0, 1))).toContain('### ✅ Accessibility: passed');
});

test('a section replaces its own, leaves those of its commit, and ends those of an older one', () => {
  const old = section('old', { commit: 'aaaaaa', run: 9 });
  const [a, b] = [section('a'), section('b')];
  expect(
    withOurs([old, a], b)
      ?.map(({ key }) => key)
      .sort(),
  ).toEqual([a.key, b.key].sort());
  expect(withOurs([a], section('a', { verdict: 'failed' }))).toEqual([section('a', { verdict: 'failed' })]);
});

test('a run of an older commit leaves the comment to that of the newer one', () => {
  expect(withOurs([section('a', { commit: 'bbbbbb', run: 11 })], section('b'))).toBeUndefined();
});

test('a comment that would be too long leaves out the tables of its longest sections', () => {
  const rows = (count: number) => `#### x\n\n${'| new | high | rule |\n'.repeat(count)}\n- axe-core`;
  const [long, short] = [section('long', { text: rows(4_000) }), section('short', { text: rows(10) })];
  const body = asBody(MARK, [long, short], 60_000);
  expect(body.length).toBeLessThan(60_000);
  expect(sectionsIn(body).map(({ text }) => text.includes('| new'))).toEqual([false, true]);
});
