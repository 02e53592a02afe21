import { BUILT_IN_STANDARDS } from '../../../standards/catalogue/built-in.js';
import { catalogueOf } from '../standard/report-standard.js';
import { CLAUSE_COMPONENTS, type Component } from '../statement-terms.js';

/** Where a verdict stands. */
export interface VerdictPlace {
  requirementId: string;
  component: Component;
}

interface CriterionPlace {
  requirementId: string;
  criterion: string;
  /** Null: it is about every component. */
  clause: Component | null;
}

/** The requirements of the built-in standards that each take over one criterion, in their order. */
const CRITERION_PLACES = new Map(
  BUILT_IN_STANDARDS.map(({ id, requirements }) => [
    id,
    requirements.flatMap(({ id: requirementId, name, metadata }): CriterionPlace[] => {
      const [criterion, ...others] = [metadata['wcag'] ?? []].flat() as string[];
      const clause = catalogueOf(id) === 'en-301-549' ? CLAUSE_COMPONENTS[name.split('.')[0]!] : undefined;
      return criterion === undefined || others.length > 0 ? [] : [{ requirementId, criterion, clause: clause ?? null }];
    }),
  ]),
);

/** A verdict on one component of a criterion, which stands at several requirements. */
export interface SharedPlaces {
  /** The same for all of its places. */
  key: string;
  /** In the order of the standards. */
  places: VerdictPlace[];
}

/**
 * In a report on several standards a verdict belongs to a component of a criterion of WCAG, at whichever requirement it
 * is stated: it stands at the requirement of each standard that has it, in EN 301 549 at the clause for the component.
 * The place of any other verdict, and in a report on one standard of each, is where it is stated.
 */
export function sharedPlaces(standardIds: readonly string[]): (place: VerdictPlace) => SharedPlaces {
  const ofStandards = standardIds.length < 2 ? [] : standardIds.map((id) => CRITERION_PLACES.get(id) ?? []);
  const byRequirement = new Map(ofStandards.flat().map((one) => [one.requirementId, one]));
  return ({ requirementId: named, component: statedComponent }) => {
    const requirementId = named.toLowerCase();
    const own = byRequirement.get(requirementId);
    if (!own)
      return { key: `${requirementId} ${statedComponent}`, places: [{ requirementId, component: statedComponent }] };
    const component = statedComponent === 'authoring-tool' ? statedComponent : (own.clause ?? statedComponent);
    const places = ofStandards.flatMap((requirements) => {
      const having = requirements.filter(({ criterion }) => criterion === own.criterion);
      const isFor = ({ clause }: CriterionPlace): boolean => clause === null || clause === component;
      // No clause is about tools for authors: what is said of them stands at the first.
      const found = component === 'authoring-tool' ? having.slice(0, 1) : having.filter(isFor);
      return found.map((one): VerdictPlace => ({ requirementId: one.requirementId, component }));
    });
    return { key: `${own.criterion} ${component}`, places };
  };
}
