import { pageReader } from '../../products/products/page-of.js';
import type { ReportedFinding } from './dto/ingest.schema.js';
import { criteriaOf, distinctFindings, placesOf } from './identities.js';

/** The findings of a report, each of its own selector. */
async function foundIn(reported: readonly ReportedFinding[], tool = 'scanner') {
  const places = await placesOf(reported, pageReader([]));
  return distinctFindings(
    reported,
    places,
    places.map(({ spelling }) => spelling),
    tool,
  );
}

test('rule and selector make a finding; pages and criteria gather, and the last word holds', async () => {
  const found = await foundIn([
    { ruleId: 'image-alt', selector: 'img', title: 'Old', sourceUrl: 'https://x.example/1', wcag: '1.1.1' },
    {
      ruleId: 'image-alt',
      selector: 'img',
      title: 'New',
      sourceUrl: 'https://x.example/2',
      wcag: ['wcag111', 'best-practice'],
      severity: 'high',
    },
    { ruleId: 'image-alt', title: 'Elsewhere' },
    { ruleId: 'label', selector: 'img', title: 'Another rule' },
  ]);
  expect(found).toHaveLength(3);
  expect(found[0]).toMatchObject({
    title: 'New',
    severity: 'high',
    wcag: ['1.1.1', 'wcag111', 'best-practice'],
    criteria: ['1.1.1'],
    pages: '["https://x.example/1","https://x.example/2"]',
  });
  expect(found[1]).toMatchObject({ selector: null, pages: '[]' });
});

test('criteria of the RGAA stand beside those of WCAG', () => {
  expect(criteriaOf(['1.1.1', 'rgaa:1.1', 'wcag111', 'best-practice'])).toEqual(['1.1.1', 'rgaa:1.1']);
});

test.each([
  ['axe-core', 'image-alt', '1.1.1', ['1.1.1', 'rgaa:1.1']],
  ['@axe-core/playwright', 'image-alt', 'wcag111', ['1.1.1', 'rgaa:1.1']],
  ['lighthouse', 'image-alt', '1.1.1', ['1.1.1', 'rgaa:1.1']],
  // The report knows better, or tells another criterion.
  ['axe-core', 'image-alt', ['1.1.1', 'rgaa:1.2'], ['1.1.1', 'rgaa:1.2']],
  ['axe-core', 'image-alt', '1.4.3', ['1.4.3']],
  ['axe-core', 'image-alt', [], []],
  ['axe-core', 'a-rule-of-our-own', '1.1.1', ['1.1.1']],
  ['relaxed', 'image-alt', '1.1.1', ['1.1.1']],
])('of a rule of %s (%s, %j) the criterion of the RGAA is known by the table', async (tool, ruleId, wcag, criteria) => {
  const [found] = await foundIn([{ ruleId, title: 'Barrier', wcag }], tool);
  expect(found!.criteria).toEqual(criteria);
});

test('what needs review is another finding than a failure of the same rule and place', async () => {
  const failure = { ruleId: 'alt', title: 'Alt', selector: 'img' };
  const found = await foundIn([failure, { ...failure, needsReview: true }, { ...failure, needsReview: false }]);
  expect(found.map(({ needsReview, position }) => [needsReview, position])).toEqual([
    [false, 0],
    [true, 1],
  ]);
});
