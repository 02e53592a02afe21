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

test('EN 301 549 takes the criteria of WCAG 2.1 A and AA for web, documents and software, but for the void ones', () => {
  const { requirements, levels, groups } = bySlug('en-301-549');
  const taken = (clause: string) =>
    requirements.filter(({ name, metadata }) => name.startsWith(`${clause}.`) && metadata['wcag']).length;
  expect([taken('9'), taken('10'), taken('11'), levels]).toEqual([50, 46, 45, []]);
  const names = requirements.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      '9.1.4.3 Contrast (Minimum)',
      '11.7 User preferences',
      '5.2 Activation of accessibility features',
    ]),
  );
  expect(names.some((name) => name.startsWith('10.2.4.1 '))).toBe(false);
  const above = (name: string) => {
    const { parentId } = groups.find((group) => group.name === name)!;
    return groups.find(({ id }) => id === parentId)?.name;
  };
  expect([above('9.1.4 Distinguishable'), above('9.1 Perceivable'), above('9 Web')]).toEqual([
    '9.1 Perceivable',
    '9 Web',
    undefined,
  ]);
});

test('Section 508 has the 38 criteria of WCAG 2.0 A and AA, the nine functional performance criteria, and its chapters', () => {
  const { requirements, groups } = bySlug('section-508');
  expect(requirements.filter(({ metadata }) => metadata['wcag'])).toHaveLength(38);
  expect(requirements.filter(({ name }) => name.startsWith('302.'))).toHaveLength(9);
  expect(requirements.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['302.1 Without Vision', '502.3.1 Object Information']),
  );
  expect(requirements.every(({ groupId }) => groups.some(({ id }) => id === groupId))).toBe(true);
});

test('RGAA 4.1 has 106 criteria in thirteen themes, at levels A and AA', () => {
  const { requirements, groups, levels } = bySlug('rgaa');
  const themes = groups.map(({ id }) => requirements.filter(({ groupId }) => groupId === id).length);
  expect(themes).toEqual([9, 2, 3, 13, 8, 2, 5, 10, 4, 14, 13, 11, 12]);
  expect(requirements).toHaveLength(106);
  expect(levels.map(({ name }) => name)).toEqual(['A', 'AA']);
  const contrast = requirements.find(({ name }) => name.startsWith('3.2 '))!;
  expect([contrast.metadata['wcag'], contrast.levelId]).toEqual(['1.4.3', levels[1]!.id]);
});

test('every criterion that a standard names exists in WCAG 2.1 or 2.2', () => {
  const known = new Set(
    ['wcag-2-1', 'wcag-2-2'].flatMap((slug) => bySlug(slug).requirements.map(({ metadata }) => metadata['wcag'])),
  );
  const named = BUILT_IN_STANDARDS.flatMap(({ requirements }) =>
    requirements.flatMap(({ metadata }) => metadata['wcag'] ?? []),
  );
  expect(named.filter((number) => !known.has(number))).toEqual([]);
});
