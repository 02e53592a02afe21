import { appliesTo, type ProductKind } from './applies-to.js';
import { BUILT_IN_STANDARDS } from './built-in.js';
import type { Feature } from './features.js';

const requirementsOf = (slug: string) => BUILT_IN_STANDARDS.find((one) => one.slug === slug)!.requirements;
const applying = (slug: string, type: ProductKind, features: Feature[]) =>
  requirementsOf(slug)
    .filter((requirement) => appliesTo(requirement.appliesTo, { type, features }))
    .map(({ name }) => name.split(' ')[0]!);

// The counts of the tables of annex A for these products, and of the scoping of Section 508.
test.each([
  ['en-301-549', 'website', ['support'], 57],
  ['en-301-549', 'mobile-app', ['support'], 65],
  ['en-301-549', 'document', ['support'], 53],
  ['en-301-549', 'document', [], 48],
  ['en-301-549', 'other', ['support'], 164],
  ['en-301-549', 'website', ['support', 'video', 'documents'], 114],
  ['section-508', 'website', ['support'], 43],
  ['section-508', 'mobile-app', ['support'], 55],
  ['section-508', 'document', [], 34],
] as const)('of %s apply to a product of type %s with %p %i requirements', (slug, type, features, count) => {
  expect(applying(slug, type, [...features])).toHaveLength(count);
});

test('every requirement of EN 301 549, and every provision of Section 508, says to which products it applies', () => {
  const silent = [...requirementsOf('en-301-549'), ...requirementsOf('section-508')].filter(
    ({ appliesTo: condition, metadata }) => condition === null && metadata['wcag'] === undefined,
  );
  expect(silent.map(({ name }) => name)).toEqual([]);
  expect(requirementsOf('en-301-549').filter((requirement) => requirement.appliesTo === null)).toEqual([]);
});

test.each(['wcag-2-0', 'wcag-2-1', 'wcag-2-2', 'rgaa'])('every requirement of %s applies to every product', (slug) => {
  expect(requirementsOf(slug).filter((requirement) => requirement.appliesTo !== null)).toEqual([]);
});

test('what is asked of closed functionality needs software with closed functionality', () => {
  const closed = '11.1.1.1.2';
  expect(applying('en-301-549', 'mobile-app', [])).not.toContain(closed);
  expect(applying('en-301-549', 'website', ['closed_functionality'])).not.toContain(closed);
  expect(applying('en-301-549', 'mobile-app', ['closed_functionality'])).toContain(closed);
  expect(applying('en-301-549', 'website', ['closed_functionality', 'software'])).toContain(closed);
});
