import { ownersBy } from './ownership-rules.js';

test('a pattern of many stars is judged at once', () => {
  const pattern = `${'*a'.repeat(400)}*b`;
  const { ownerOf } = ownersBy([{ match: { selector: pattern }, assign: { userId: 'ann' } }], [], {
    members: new Set(['ann']),
    teams: new Map(),
    areas: new Map(),
  });
  const traits = { pages: [], areas: new Set<string>(), tool: 'axe-core', ruleId: 'label', wcag: [], criteria: [] };
  const began = performance.now();
  expect(ownerOf({ ...traits, selector: 'a'.repeat(100_000) })).toBeUndefined();
  expect(performance.now() - began).toBeLessThan(500);
});
