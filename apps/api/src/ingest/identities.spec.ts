import { distinctFindings } from './identities.js';

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
