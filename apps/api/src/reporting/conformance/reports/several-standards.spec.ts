import { newId } from '#libs/ids';
import { BUILT_IN_STANDARDS } from '../../../standards/catalogue/built-in.js';
import { storedAudits, storedStandards, standardsOf, auditIdsOf, togetherFaults } from './several-standards.js';

const idOf = (slug: string): string => BUILT_IN_STANDARDS.find((one) => one.slug === slug)!.id;
const faultsOf = (ids: readonly string[], haveCommon?: () => boolean): string[] =>
  togetherFaults(ids, (place) => `/${place}`, haveCommon).map(({ path, code }) => `${path} ${code}`);

test.each([
  [['wcag-2-2', 'section-508', 'en-301-549', 'wcag-2-0'], []],
  [['rgaa'], []],
  [['wcag-2-2', 'rgaa'], ['/1 not_allowed']],
  [['rgaa', 'wcag-2-2'], ['/0 not_allowed']],
  [['wcag-2-2', 'en-301-549', 'wcag-2-2'], ['/2 duplicate']],
])('together %j may be covered, but for %j', (slugs, faults) => {
  expect(faultsOf(slugs.map(idOf))).toEqual(faults);
});

test('an own standard is covered alone, and none beside the first that shares no criterion with it', () => {
  const own = newId();
  expect(faultsOf([own])).toEqual([]);
  expect(faultsOf([idOf('wcag-2-2'), own])).toEqual(['/1 not_allowed']);
  expect(faultsOf([own, idOf('wcag-2-2')])).toEqual(['/0 not_allowed']);
  expect(faultsOf([idOf('wcag-2-2'), idOf('section-508')], () => false)).toEqual(['/1 not_allowed']);
});

test('what is stored of standards and audits is read as it was', () => {
  const standards = ['wcag-2-2', 'en-301-549'].map((slug) => ({ standardId: idOf(slug), conformanceLevelId: null }));
  expect(standardsOf(storedStandards(standards))).toEqual(standards);
  expect(standardsOf(storedStandards([]))).toEqual([]);
  expect(auditIdsOf(storedAudits(['a', 'b']))).toEqual(['a', 'b']);
  expect(auditIdsOf(storedAudits([]))).toEqual([]);
});
