import { builtInId } from '#libs/ids';
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

test('wherever 4.1.1 is taken over W3C’s note on it is told, and nowhere else', () => {
  const noted = BUILT_IN_STANDARDS.flatMap(({ slug, requirements }) =>
    requirements.filter(({ description }) => description !== null).map(({ name }) => `${slug} ${name.split(' ')[0]}`),
  );
  expect(noted.sort()).toEqual(
    ['9.4.1.1', '10.4.1.1', '11.4.1.1.1']
      .map((number) => `en-301-549 ${number}`)
      .concat('section-508 4.1.1', 'wcag-2-0 4.1.1', 'wcag-2-1 4.1.1')
      .sort(),
  );
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

test.each([
  ['en-301-549', 296, 0],
  ['section-508', 133, 0],
  ['rgaa', 106, 2],
])('%s has %i requirements and %i levels', (slug, count, levels) => {
  const standard = bySlug(slug);
  expect([standard.requirements.length, standard.levels.length]).toEqual([count, levels]);
});

test('a number occurs once in its standard, and every requirement stands under a heading', () => {
  for (const { slug, requirements, groups } of BUILT_IN_STANDARDS) {
    const numbers = requirements.map(({ name }) => name.split(' ')[0]);
    expect([slug, new Set(numbers).size]).toEqual([slug, numbers.length]);
    expect(new Set(groups.map(({ name }) => name)).size).toBe(groups.length);
    expect(requirements.filter(({ groupId }) => groupId === null)).toEqual([]);
  }
});

test('no group lies within itself, and none is empty', () => {
  for (const { groups, requirements } of BUILT_IN_STANDARDS) {
    const parents = new Map(groups.map(({ id, parentId }) => [id, parentId]));
    const filled = new Set<string>();
    for (const { groupId } of requirements) {
      let steps = 0;
      for (let id = groupId; id !== null; id = parents.get(id) ?? null) {
        filled.add(id);
        expect((steps += 1)).toBeLessThan(6);
      }
    }
    expect(groups.filter(({ id }) => !filled.has(id)).map(({ name }) => name)).toEqual([]);
  }
});

test('every reference to WCAG names a criterion of the version that the standard rests on', () => {
  const numbers = (slug: string) => new Set(bySlug(slug).requirements.flatMap(({ metadata }) => metadata['wcag']));
  for (const [slug, version] of [
    ['en-301-549', 'wcag-2-1'],
    ['section-508', 'wcag-2-0'],
    ['rgaa', 'wcag-2-1'],
  ] as const) {
    const known = numbers(version);
    const named = [...numbers(slug)].filter((number) => number !== undefined);
    expect(named.length).toBeGreaterThan(37);
    expect(named.filter((number) => !known.has(number))).toEqual([]);
  }
});

test('every criterion of WCAG 2.1, A and AA, is in clause 9 of EN 301 549, and but for live captions in RGAA', () => {
  const { requirements, levels } = bySlug('wcag-2-1');
  const wanted = requirements
    .filter(({ levelId }) => levelId !== levels[2]!.id)
    .map(({ metadata }) => metadata['wcag'])
    .sort();
  const web = bySlug('en-301-549').requirements.filter(({ name }) => /^9\.[1-4]/.test(name));
  expect(web.map(({ metadata }) => metadata['wcag']).sort()).toEqual(wanted);
  const named = new Set(bySlug('rgaa').requirements.flatMap(({ metadata }) => metadata['wcag']));
  expect(wanted.filter((number) => !named.has(number))).toEqual(['1.2.4']);
});

test.each([
  ['en-301-549', '9.1.4.3 Contrast (Minimum)', { wcag: '1.4.3', level: 'AA' }, '9.1.4 Distinguishable'],
  ['en-301-549', '11.1.1.1.1 Non-text Content (open functionality)', { wcag: '1.1.1' }, '11.1.1 Text Alternatives'],
  ['en-301-549', '11.1.1.1.2 Non-text Content (closed functionality)', {}, '11.1.1 Text Alternatives'],
  [
    'en-301-549',
    '4.2.10 Usage with limited cognition, language or learning',
    {},
    '4.2 Functional performance statements',
  ],
  ['en-301-549', '5.1.3.16 Receipts, tickets, and transactional outputs', {}, '5.1.3 Non-visual access'],
  ['en-301-549', '11.7 User preferences', {}, '11 Software'],
  ['section-508', '302.1 Without Vision', {}, '302 Functional Performance Criteria'],
  [
    'section-508',
    '407.8.3.2.1 Operable Part Height for ICT with Obstructed Forward Reach',
    {},
    '407.8 Reach Height and Depth',
  ],
  ['section-508', '4.1.1 Parsing', { wcag: '4.1.1', level: 'A' }, '4.1 Compatible'],
  ['rgaa', '3.2 Contrast of text', { wcag: ['1.4.3'] }, '3 Colours'],
])('%s: %s', (slug, name, metadata, group) => {
  const { requirements, groups } = bySlug(slug);
  const requirement = requirements.find((candidate) => candidate.name === name);
  expect(requirement).toMatchObject({ metadata });
  expect(groups.find(({ id }) => id === requirement!.groupId)!.name).toBe(group);
});

test.each(['10', '11'])('clause %s of EN 301 549 leaves out what asks for a set of web pages', (clause) => {
  const has = (number: string) =>
    bySlug('en-301-549').requirements.some(({ name }) => name.startsWith(`${clause}.${number} `));
  expect(['2.4.1', '2.4.5', '3.2.3', '3.2.4', '2.4.3'].map(has)).toEqual([false, false, false, false, true]);
});

test.each([
  ['3.2', 'AA'],
  ['9.1', 'A'],
  ['10.7', 'A'],
  ['1.8', 'AA'],
])('RGAA %s is of level %s', (number, level) => {
  const { requirements, levels } = bySlug('rgaa');
  const { levelId } = requirements.find(({ name }) => name.startsWith(`${number} `))!;
  expect(levels.find(({ id }) => id === levelId)!.name).toBe(level);
});

test('the themes of RGAA hold as many criteria as it says', () => {
  const { groups, requirements } = bySlug('rgaa');
  expect(groups.map(({ id }) => requirements.filter(({ groupId }) => groupId === id).length)).toEqual([
    9, 2, 3, 13, 8, 2, 5, 10, 4, 14, 13, 11, 12,
  ]);
});

test('clause 11 of EN 301 549 tells open and closed functionality apart, and the open one is the requirement that stood for both', () => {
  const named = bySlug('en-301-549').requirements.filter(({ name }) => name.startsWith('11.1.1.1'));
  expect(named.map(({ id, metadata }) => [id, metadata['wcag']])).toEqual([
    [builtInId('standard/en-301-549-3.2.1/requirement/11.1.1.1'), '1.1.1'],
    [builtInId('standard/en-301-549-3.2.1/requirement/11.1.1.1.2'), undefined],
  ]);
});

test('a title is that of its version of WCAG, and so is its address', () => {
  const targetSize = (slug: string) => {
    const { name, url } = bySlug(slug).requirements.find(({ metadata }) => metadata['wcag'] === '2.5.5')!;
    return [name, url];
  };
  expect(targetSize('wcag-2-1')).toEqual(['2.5.5 Target Size', 'https://www.w3.org/TR/WCAG21/#target-size']);
  expect(targetSize('wcag-2-2')).toEqual([
    '2.5.5 Target Size (Enhanced)',
    'https://www.w3.org/TR/WCAG22/#target-size-enhanced',
  ]);
});
