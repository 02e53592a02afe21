import type { Applicant } from './applies-to.js';
import { BUILT_IN_STANDARDS } from './built-in.js';
import {
  candidatesOfCriteria,
  isOutsideStandard,
  lacksCriteria,
  requirementsOfCriteria,
} from './requirements-of-criteria.js';

const standardOf = (slug: string) => BUILT_IN_STANDARDS.find((one) => one.slug === slug)!;
const NAMES = new Map(
  BUILT_IN_STANDARDS.flatMap(({ slug, requirements }) =>
    requirements.map(({ id, name }) => [id, `${slug} ${name.split(' ')[0]}`] as const),
  ),
);
const product = (type: Applicant['type'], over: Partial<Applicant> = {}): Applicant => ({
  type,
  features: ['support'],
  drawnIn: [],
  ...over,
});
const failed = (slug: string, applicant: Applicant, ...criteria: string[]) =>
  requirementsOfCriteria(standardOf(slug).id, applicant, criteria)!.map((id) => NAMES.get(id));

test.each([
  ['wcag-2-2', product('website'), ['1.1.1', '1.4.3'], ['wcag-2-2 1.1.1', 'wcag-2-2 1.4.3']],
  ['section-508', product('mobile-app'), ['2.4.1'], ['section-508 2.4.1']],
  ['en-301-549', product('website'), ['1.1.1'], ['en-301-549 9.1.1.1']],
  ['en-301-549', product('website', { features: ['documents'] }), ['1.1.1'], ['en-301-549 9.1.1.1']],
  ['en-301-549', product('mobile-app'), ['1.1.1'], ['en-301-549 11.1.1.1.1']],
  ['en-301-549', product('document'), ['3.1.1'], ['en-301-549 10.3.1.1']],
  ['en-301-549', product('other'), ['1.1.1'], ['en-301-549 9.1.1.1']],
  // A criterion of sets of web pages, for an app and for one with web views.
  ['en-301-549', product('mobile-app'), ['2.4.5'], ['wcag-2-2 2.4.5']],
  ['en-301-549', product('mobile-app', { features: ['web_content'] }), ['2.4.5'], ['en-301-549 9.2.4.5']],
  ['rgaa', product('website'), ['1.1.1'], []],
  ['rgaa', product('website'), ['1.4.10'], ['rgaa 10.11']],
  ['rgaa', product('website'), ['1.1.1', 'rgaa:1.1'], ['rgaa 1.1']],
  ['wcag-2-2', product('website'), ['1.1.1', 'rgaa:1.1'], ['wcag-2-2 1.1.1']],
  // What the standard lacks is of the latest WCAG that has it.
  ['wcag-2-2', product('website'), ['4.1.1'], ['wcag-2-1 4.1.1']],
  ['en-301-549', product('website'), ['2.5.8'], ['wcag-2-2 2.5.8']],
  ['rgaa', product('website'), ['1.2.4'], ['wcag-2-2 1.2.4']],
  ['wcag-2-2', product('website'), ['9.9.9', 'rgaa:1.1'], []],
] as const)('in %s %j: %p fails %p', (slug, applicant, criteria, expected) => {
  expect(failed(slug, applicant, ...criteria)).toEqual(expected);
});

test('a clause that is drawn in stands for its criterion where none applies by itself', () => {
  const clause = standardOf('en-301-549').requirements.find(({ name }) => name.startsWith('9.2.4.5 '))!;
  expect(failed('en-301-549', product('mobile-app', { drawnIn: [clause.id] }), '2.4.5')).toEqual([
    'en-301-549 9.2.4.5',
  ]);
});

test("an organization's own standard is not looked up here", () => {
  expect(requirementsOfCriteria('00000000-0000-4000-8000-000000000000', product('website'), ['1.1.1'])).toBeUndefined();
});

test('where several cite a criterion none is guessed, and all are offered', () => {
  const idOf = (slug: string): string => BUILT_IN_STANDARDS.find((one) => one.slug === slug)!.id;
  const rgaa = BUILT_IN_STANDARDS.find(({ slug }) => slug === 'rgaa')!;
  const citing = rgaa.requirements.filter(({ metadata }) => [metadata['wcag']].flat().includes('1.1.1'));
  expect(citing.length).toBeGreaterThan(5);
  expect(candidatesOfCriteria(rgaa.id, ['1.1.1', '1.3.4'])).toEqual(citing.map(({ id }) => id));
  for (const slug of ['wcag-2-2', 'en-301-549', 'section-508'])
    expect(candidatesOfCriteria(idOf(slug), ['1.1.1'])).toEqual([]);
  expect(candidatesOfCriteria('own', ['1.1.1'])).toEqual([]);
});

test('a standard lacks the criteria of which it has none', () => {
  const lacks = (slug: string, ...criteria: string[]): boolean =>
    lacksCriteria(BUILT_IN_STANDARDS.find((one) => one.slug === slug)!.id, criteria);
  expect([lacks('wcag-2-2', '4.1.1'), lacks('wcag-2-1', '4.1.1'), lacks('en-301-549', '2.5.8')]).toEqual([
    true,
    false,
    true,
  ]);
  expect([lacks('wcag-2-2', '4.1.1', '1.1.1'), lacksCriteria('own', ['4.1.1'])]).toEqual([false, false]);
});

test.each([
  ['wcag-2-2', ['4.1.1'], true],
  ['en-301-549', ['2.5.8'], true],
  ['rgaa', ['rgaa:1.1', '4.1.1'], false],
  ['wcag-2-2', ['4.1.1', '1.1.1'], false],
  ['wcag-2-2', ['9.9.9'], false],
  ['wcag-2-2', [], false],
])('whether what fails %s %j is outside of it: %s', (slug, criteria, expected) => {
  expect(isOutsideStandard(BUILT_IN_STANDARDS.find((one) => one.slug === slug)!.id, criteria)).toBe(expected);
});
