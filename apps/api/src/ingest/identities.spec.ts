import { criteriaOf, distinctFindings } from './identities.js';

test('rule and selector make a finding; pages and criteria gather, and the last word holds', async () => {
  const found = await distinctFindings([
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

test('what needs review is another finding than a failure of the same rule and place', async () => {
  const failure = { ruleId: 'alt', title: 'Alt', selector: 'img' };
  const found = await distinctFindings([
    failure,
    { ...failure, needsReview: true },
    { ...failure, needsReview: false },
  ]);
  expect(found.map(({ needsReview, position }) => [needsReview, position])).toEqual([
    [false, 0],
    [true, 1],
  ]);
});
