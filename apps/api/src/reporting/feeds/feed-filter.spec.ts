import { feedFilter } from './feed-filter.js';

test.each([
  ['no filter', {}, true],
  ['a trigger', { contextTrigger: ['push'] }, false],
  ['a trigger or none', { contextTrigger: ['push', 'none'] }, true],
  ['an environment', { contextEnvironment: ['staging'] }, false],
  ['none on one side only', { contextTrigger: ['none'], contextEnvironment: ['preview'] }, false],
  ['none on both sides', { contextTrigger: ['none'], contextEnvironment: ['none'] }, true],
])('%s: audits %p', (_name, query, audits) => {
  expect(feedFilter(query, true).audits).toBe(audits);
  expect(feedFilter(query, false).audits).toBe(false);
});

test('the words of the filter are not taken for names of records', () => {
  expect(
    feedFilter({ contextTrigger: ['push', 'none'], contextEnvironment: ['qa', 'preview', 'none'] }, true),
  ).toMatchObject({
    triggers: ['push'],
    environments: ['qa'],
    previews: true,
    withoutContext: true,
    withoutEnvironment: true,
  });
});
