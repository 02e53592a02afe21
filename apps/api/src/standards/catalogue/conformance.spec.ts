import { type ConformanceSettings, effectiveConformance } from './conformance.js';

const settings = (
  standardId: string | null,
  conformanceLevelId: string | null,
  auditFrequency: number | null = null,
): ConformanceSettings => ({
  standardId,
  conformanceLevelId,
  auditFrequency,
});

test.each([
  ['nothing of its own inherits all', settings(null, null), settings('wcag', 'AA', 12), settings('wcag', 'AA', 12)],
  [
    'an own standard drops the level of another',
    settings('rgaa', null),
    settings('wcag', 'AA'),
    settings('rgaa', null),
  ],
  ['the same standard keeps the level', settings('wcag', null), settings('wcag', 'AA'), settings('wcag', 'AA')],
  ['an own level wins', settings(null, 'AAA'), settings('wcag', 'AA'), settings('wcag', 'AAA')],
  ['frequency 0 does not fall back', settings(null, null, 0), settings(null, null, 6), settings(null, null, 0)],
  ['nothing anywhere is nothing', settings(null, null), settings(null, null), settings(null, null)],
])('%s', (_name, product, organization, expected) => {
  expect(effectiveConformance(product, organization)).toEqual(expected);
});
