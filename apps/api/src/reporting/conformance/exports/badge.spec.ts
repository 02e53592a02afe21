import { conforming, conformanceDocument, publicState } from '../../../../../../test/support/conformance-documents.js';
import type { PublicState } from '../conformance-document.js';
import { badgeOf, badgeSvg } from './badge.js';
import { percentMet } from './report-result.js';

test('a share is cut off, never rounded up', () => {
  expect(percentMet('en', 2, 3)).toBe('66.66');
  expect(percentMet('fr', 99_999, 100_000)).toBe('99,99');
  expect(percentMet('en', 0, 0)).toBe('0');
});

describe('the badge', () => {
  test.each([
    [10, 'conforms, A 4 of 4, AA 2 of 2, AAA 4 of 4, 2026-05-03'],
    [9, 'does not conform, A 4 of 4, AA 2 of 2, AAA 3 of 4, 2026-05-03'],
    [4, 'does not conform, A 4 of 4, AA 0 of 2, AAA 0 of 4, 2026-05-03'],
  ])('of %i of 10 says: %s', (count, message) => {
    expect(badgeOf(conforming('wcag-2-2', count), publicState())).toEqual({
      schemaVersion: 1,
      label: 'WCAG 2.2 AA',
      message,
      color: expect.stringMatching(/^#/) as string,
      labelColor: expect.stringMatching(/^#/) as string,
      cacheSeconds: 300,
    });
  });

  test('shows how many requirements were judged not applicable', () => {
    expect(badgeOf(conformanceDocument(), publicState()).message).toMatch(/, \d+ not applicable, 2026-05-03$/);
  });

  test.each(['expired', 'withdrawn', 'superseded'] as const)('that is %s says that instead of a result', (state) => {
    expect(badgeOf(conforming('wcag-2-2', 10), publicState({ state })).message).toBe(`${state}, 2026-05-03`);
  });

  test.each([
    [10, 'conforms, 2026-05-03'],
    [9, 'partially conforms, 2026-05-03'],
    [4, 'does not conform, 2026-05-03'],
  ])('of the RGAA knows three states: %i of 10 says %s', (count, message) => {
    expect(badgeOf(conforming('rgaa', count), publicState()).message).toBe(message);
  });

  test('says first what has been reported since', () => {
    const message = (over: Partial<PublicState>) => badgeOf(conforming('wcag-2-2', 10), publicState(over)).message;
    expect(message({ barriers: 1 })).toBe(
      '1 barrier reported since, conforms, A 4 of 4, AA 2 of 2, AAA 4 of 4, 2026-05-03',
    );
    expect(message({ barriers: 2 })).toBe(
      '2 barriers reported since, conforms, A 4 of 4, AA 2 of 2, AAA 4 of 4, 2026-05-03',
    );
    expect(message({ barriers: 2, underReview: true })).toBe('under review, 2 barriers reported since, 2026-05-03');
    expect(message({ barriers: 2, underReview: true, state: 'expired' })).toBe('expired, 2026-05-03');
  });

  test('as a picture says aloud what it shows, as text', () => {
    const { standard } = conformanceDocument();
    const svg = badgeSvg({ ...conforming('wcag-2-2', 10), standard: { ...standard, name: '<b>"' } }, publicState());
    expect(svg).toContain(
      '<title>Accessibility: &lt;b&gt;&quot; AA: conforms, A 4 of 4, AA 2 of 2, AAA 4 of 4, 2026-05-03</title>',
    );
    expect(svg).not.toContain('<b>');
    expect(svg).toContain('role="img"');
  });
});
