import { BUILT_IN_STANDARDS } from '../../../standards/catalogue/built-in.js';
import { COMPONENTS, type Component } from '../statement-terms.js';
import { sharedPlaces, type VerdictPlace } from './verdict-places.js';

const SLUGS = ['wcag-2-2', 'en-301-549', 'section-508'];
const standards = SLUGS.map((slug) => BUILT_IN_STANDARDS.find((one) => one.slug === slug)!);
const ids = standards.map(({ id }) => id);
const requirements = standards.flatMap((standard) => standard.requirements.map((one) => ({ ...one, standard })));
const numberOf = (name: string): string => name.split(' ')[0]!;
const placeOf = (slug: string, number: string, component: Component): VerdictPlace => ({
  requirementId: requirements.find((one) => one.standard.slug === slug && numberOf(one.name) === number)!.id,
  component,
});
const shown = ({ requirementId, component }: VerdictPlace): string => {
  const { standard, name } = requirements.find(({ id }) => id === requirementId)!;
  return `${standard.slug} ${numberOf(name)} ${component}`;
};

test.each([
  ['wcag-2-2', '1.1.1', 'web', ['wcag-2-2 1.1.1 web', 'en-301-549 9.1.1.1 web', 'section-508 1.1.1 web']],
  ['en-301-549', '9.1.1.1', 'web', ['wcag-2-2 1.1.1 web', 'en-301-549 9.1.1.1 web', 'section-508 1.1.1 web']],
  // The clause tells the component, whichever is named.
  [
    'en-301-549',
    '10.1.1.1',
    'web',
    ['wcag-2-2 1.1.1 electronic-docs', 'en-301-549 10.1.1.1 electronic-docs', 'section-508 1.1.1 electronic-docs'],
  ],
  [
    'section-508',
    '1.4.3',
    'software',
    ['wcag-2-2 1.4.3 software', 'en-301-549 11.1.4.3 software', 'section-508 1.4.3 software'],
  ],
  [
    'wcag-2-2',
    '1.1.1',
    'authoring-tool',
    ['wcag-2-2 1.1.1 authoring-tool', 'en-301-549 9.1.1.1 authoring-tool', 'section-508 1.1.1 authoring-tool'],
  ],
  ['wcag-2-2', '2.5.8', 'web', ['wcag-2-2 2.5.8 web']],
  ['en-301-549', '5.2', 'software', ['en-301-549 5.2 software']],
] as const)('a verdict on %s %s for %s stands at %j', (slug, number, component, places) => {
  expect(sharedPlaces(ids)(placeOf(slug, number, component)).places.map(shown)).toEqual(places);
});

test('all places of a verdict lead to the same places, and no two verdicts share one', () => {
  const placesOf = sharedPlaces(ids);
  const keys = new Map<string, string>();
  const wrong = requirements.flatMap(({ id: requirementId }) =>
    COMPONENTS.flatMap((component) => {
      const { key, places } = placesOf({ requirementId, component });
      const isWrong = places.some((place) => {
        const name = `${place.requirementId} ${place.component}`;
        const known = keys.get(name) ?? key;
        keys.set(name, key);
        return known !== key || JSON.stringify(placesOf(place)) !== JSON.stringify({ key, places });
      });
      return isWrong || places.length === 0 ? [key] : [];
    }),
  );
  expect(wrong).toEqual([]);
  expect(keys.size).toBeGreaterThan(1_000);
});

test('in a report on one standard a verdict stands where it is stated', () => {
  const moved = requirements.filter(({ id: requirementId, standard }) => {
    const place: VerdictPlace = { requirementId, component: 'software' };
    return JSON.stringify(sharedPlaces([standard.id])(place).places) !== JSON.stringify([place]);
  });
  expect(moved).toEqual([]);
});
