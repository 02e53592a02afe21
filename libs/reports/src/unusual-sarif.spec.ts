import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ReadOptions, readReport, type ReadReport } from './index.js';

// SARIF that people have shown in public reports of bugs, named by where.

const fixture = (name: string): never =>
  JSON.parse(readFileSync(join(process.cwd(), 'test/fixtures/reports/outside', name), 'utf8')) as never;

const read = async (report: unknown, options?: ReadOptions): Promise<ReadReport> =>
  (await readReport({ name: 'a.sarif', text: JSON.stringify(report) }, options))[0]!;

const run = (over: object) => ({ version: '2.1.0', runs: [{ tool: { driver: { name: 'a11y-lint' } }, ...over }] });

describe('the id of a rule wins over its place in the list (gosec#933, sarif-sdk#2439)', () => {
  test('results keep their own rule, and rules about other things stay out', async () => {
    const { findings } = await read(fixture('rule-index-wrong.sarif'));
    expect(findings.map(({ ruleId, title, wcag, selector }) => [ruleId, title, wcag, selector])).toEqual([
      ['img-alt', 'The image has no alternative.', ['1.1.1'], 'src/a.html'],
      ['label', 'The field has no label.', ['3.3.2'], 'src/b.html'],
      ['label', 'The field has no label.', ['3.3.2'], 'src/c.html'],
    ]);
  });

  const rules = [
    { id: 'a', properties: { tags: ['wcag111'] } },
    { id: 'a/b', properties: { tags: ['wcag332'] } },
    { id: 'c', name: 'Contrast', deprecatedIds: ['old'], properties: { tags: ['wcag143'] } },
  ];

  test.each([
    ['a part of the rule at the place', { ruleId: 'a/b', ruleIndex: 0 }, ['1.1.1']],
    ['a rule before the rule that it is a part of', { ruleId: 'a/b' }, ['3.3.2']],
    ['a part of a rule', { ruleId: 'a/x', ruleIndex: 2 }, ['1.1.1']],
    ['a former id', { ruleId: 'old', ruleIndex: 0 }, ['1.4.3']],
    ['a name', { ruleId: 'Contrast', ruleIndex: 2 }, ['1.4.3']],
    ['an id that is nowhere', { ruleId: 'x', ruleIndex: 0 }, undefined],
    ['the id of a reference', { rule: { id: 'c', index: 0 } }, ['1.4.3']],
    ['a place alone', { ruleIndex: 2 }, ['1.4.3']],
  ])('%s is the rule', async (_name, reference, wcag) => {
    const tool = { driver: { name: 'a11y-lint', rules } };
    const { findings } = await read(run({ tool, results: [{ ...reference, message: { text: 'm' } }] }));
    expect(findings.map((finding) => finding.wcag)).toEqual([wcag]);
  });
});

describe('a base that counts from another base is resolved to the end (sarif-sdk#1485)', () => {
  test.each([
    ['where the report was written', '/home/runner/work/shop/shop'],
    ['on another machine', '/app'],
    ['without a root', undefined],
  ])('%s', async (_name, root) => {
    const { findings } = await read(fixture('base-nested.sarif'), { root });
    expect(findings.map(({ selector }) => selector)).toEqual([
      'packages/web/src/index.html',
      'packages/admin/src/index.html',
    ]);
  });

  test.each<[string, string, object, string]>([
    ['an absolute base', 'a.html', { A: { uri: 'file:///app/web' } }, 'web/a.html'],
    ['a base without an address', 'a.html', { A: {} }, 'a.html'],
    ['a base in one without an address', 'a.html', { A: { uri: 'web/', uriBaseId: 'B' }, B: {} }, 'web/a.html'],
    ['escapes', 'a%20b.html', { A: { uri: 'w%20x/', uriBaseId: 'B' }, B: { uri: 'file:///app' } }, 'w x/a b.html'],
    ['a base that leads upwards', '../a.html', { A: { uri: 'web/x/' } }, 'web/a.html'],
    ['an absolute address', 'file:///app/a.html', { A: { uri: 'web/' } }, 'a.html'],
    [
      'a name with a colon',
      'x:1/a.html',
      { A: { uri: 'web/', uriBaseId: 'B' }, B: { uri: 'file:///app/' } },
      'web/x:1/a.html',
    ],
    [
      'a cycle',
      'a.html',
      { A: { uri: 'web/', uriBaseId: 'B' }, B: { uri: 'packages/', uriBaseId: 'A' } },
      'packages/web/a.html',
    ],
  ])('%s', async (_name, uri, originalUriBaseIds, path) => {
    const locations = [{ physicalLocation: { artifactLocation: { uri, uriBaseId: 'A' } } }];
    const results = [{ ruleId: 'alt', message: { text: 'm' }, locations }];
    expect((await read(run({ originalUriBaseIds, results }), { root: '/app' })).findings[0]!.selector).toBe(path);
  });
});

describe('a fingerprint that does not tell results apart identifies nothing (DefectDojo#11480)', () => {
  const result = (uri: string, fingerprint: string, over: object = {}) => ({
    ...{ ruleId: 'alt', message: { text: 'm' }, partialFingerprints: { a: fingerprint } },
    locations: [{ physicalLocation: { artifactLocation: { uri }, region: { startLine: 1 } } }],
    ...over,
  });
  const fingerprintsIn = async (report: unknown) =>
    (await read(report)).findings.map(({ fingerprint }) => fingerprint?.slice(0, 3));

  test.each(['fingerprint-shared-1.sarif', 'fingerprint-shared-2.sarif'])('in %s', async (name) => {
    expect(await fingerprintsIn(fixture(name))).toEqual([undefined, undefined]);
  });

  test.each<[string, object[], (string | undefined)[]]>([
    ['a placeholder that occurs once', [result('a.html', 'requires login')], [undefined]],
    [
      'a placeholder beside a fingerprint',
      [result('a.html', '1', { partialFingerprints: { a: 'requires login', b: '1' } })],
      ['p1:'],
    ],
    [
      'one in two files',
      [result('a.html', '1'), result('b.html', '1'), result('c.html', '2')],
      [undefined, undefined, 'p1:'],
    ],
    ['one of two rules', [result('a.html', '1'), result('b.html', '1', { ruleId: 'label' })], ['p1:', 'p1:']],
    ['one on two pages', [result('https://a.example/', '1'), result('https://a.example/b', '1')], ['p1:', 'p1:']],
  ])('%s', async (_name, results, expected) => {
    expect(await fingerprintsIn(run({ results }))).toEqual(expected);
  });

  test('one element that is reported twice keeps it', async () => {
    expect(await fingerprintsIn(run({ results: [result('a.html', '1'), result('a.html', '1')] }))).toEqual([
      'p1:',
      'p1:',
    ]);
  });
});
