import { BUILT_IN_STANDARDS, DEFAULT_LEVEL_ID } from './built-in.js';

const bySlug = (slug: string) => BUILT_IN_STANDARDS.find((standard) => standard.slug === slug)!;

test.each([
  ['wcag-2-0', 61, { A: 25, AA: 13, AAA: 23 }],
  ['wcag-2-1', 78, { A: 30, AA: 20, AAA: 28 }],
  ['wcag-2-2', 86, { A: 31, AA: 24, AAA: 31 }],
])('%s has %i criteria, by level %p', (slug, count, levels) => {
  const { requirements, levels: named } = bySlug(slug);
  expect(requirements).toHaveLength(count);
  const counted = Object.fromEntries(
    named.map(({ id, name }) => [name, requirements.filter(({ levelId }) => levelId === id).length]),
  );
  expect(counted).toEqual(levels);
});

test('4.1.1 Parsing is in WCAG 2.0 and 2.1, and no longer in 2.2', () => {
  const has = (slug: string) => bySlug(slug).requirements.some(({ metadata }) => metadata['wcag'] === '4.1.1');
  expect([has('wcag-2-0'), has('wcag-2-1'), has('wcag-2-2')]).toEqual([true, true, false]);
});

test('every id is unique, and every parent, group and level exists in its standard', () => {
  const ids = BUILT_IN_STANDARDS.flatMap(({ id, levels, groups, requirements }) => [
    id,
    ...[...levels, ...groups, ...requirements].map((row) => row.id),
  ]);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { levels, groups, requirements } of BUILT_IN_STANDARDS) {
    const known = new Set([...levels, ...groups].map(({ id }) => id));
    for (const { parentId } of groups) expect(parentId === null || known.has(parentId)).toBe(true);
    for (const { groupId, levelId } of requirements) {
      expect(groupId === null || known.has(groupId)).toBe(true);
      expect(levelId === null || known.has(levelId)).toBe(true);
    }
  }
});

test('ids never change from one version of the service to the next', () => {
  expect([bySlug('wcag-2-2').id, DEFAULT_LEVEL_ID, bySlug('wcag-2-1').requirements[0]!.id]).toMatchInlineSnapshot(`
   [
     "21efd5c7-0ea8-5f66-8a40-c6663441323c",
     "cda0e3ea-c62b-53f1-8d42-e5665048aa35",
     "b09b50cf-a73f-5493-95fd-5ddf74df2a1f",
   ]
  `);
});
