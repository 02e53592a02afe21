import { query } from '#libs/database';
import { mapInSlices } from '#libs/queues';
import type { EntityManager } from 'typeorm';
import type { OwnersOf } from '../../../records/issues/create-issues.js';
import { AREAS_OF_RUNS, KEEP_TURNS, LOCK_RULES, NAMED_AREAS, NAMED_PEOPLE } from './ownership.sql.js';
import { type Named, ownersBy, type Traits } from './ownership-rules.js';
import type { OwnershipRule } from './ownership-rules.entity.js';

/** A constraint that only who left, or a team that went, since rules were read can violate. */
export const OWNER_CONSTRAINTS = ['fk_issues_assignee', 'fk_issues_team'];

/** A barrier that becomes an issue of a product; `runId`: the run whose areas are its areas too. */
export interface Barrier extends Traits {
  productId: string;
  runId: string | null;
}

/**
 * Says by the rules of their products whose the issues of barriers are. A fixed number of statements; one where no
 * product has rules.
 */
export const ownersOfBarriers =
  (organizationId: string, barriers: readonly Barrier[]): OwnersOf =>
  async ({ tx }) => {
    const productIds = [...new Set(barriers.map(({ productId }) => productId))];
    const stored = await query(tx, LOCK_RULES, [organizationId, productIds]);
    if (stored.length === 0) return barriers.map(() => undefined);
    const rules = stored.flatMap((each) => each.rules);
    const named = await namedBy(tx, organizationId, rules);
    const inAreas = await withAreasOfRuns(tx, organizationId, rules, barriers);
    const owners = new Map(stored.map((each) => [each.productId, ownersBy(each.rules, each.turns, named)]));
    const people = await mapInSlices(inAreas, (one) => owners.get(one.productId)?.ownerOf(one)?.people);
    for (const { productId, turns } of stored) {
      const after = owners.get(productId)!.turns();
      if (after.join() !== turns.join()) await query(tx, KEEP_TURNS, [organizationId, productId, after]);
    }
    return people;
  };

/** Whom and what rules name, as far as it is there. */
export async function namedBy(
  tx: EntityManager,
  organizationId: string,
  rules: readonly OwnershipRule[],
): Promise<Named> {
  const of = (read: (rule: OwnershipRule) => (string | null | undefined)[]): string[] => [
    ...new Set(rules.flatMap(read).filter((id) => typeof id === 'string')),
  ];
  const userIds = of(({ assign }) => [assign.userId]);
  const teamIds = of(({ assign }) => [assign.teamId, assign.roundRobin]);
  const areaIds = of(({ match }) => [match.areaId]);
  const people = rules.length === 0 ? [] : await query(tx, NAMED_PEOPLE, [organizationId, userIds, teamIds]);
  const areas = areaIds.length === 0 ? [] : await query(tx, NAMED_AREAS, [organizationId, areaIds]);
  const teams = new Map<string, string[]>();
  for (const { teamId, userId } of people)
    if (teamId) teams.set(teamId, [...(teams.get(teamId) ?? []), ...(userId ? [userId] : [])]);
  return {
    members: new Set(people.flatMap(({ teamId, userId }) => (teamId === null ? [userId!] : []))),
    teams,
    areas: new Map(areas.map(({ id, slug }) => [id, slug])),
  };
}

/** Barriers with the areas of their runs, where a rule asks for an area. */
export async function withAreasOfRuns<T extends Omit<Barrier, 'productId'>>(
  tx: EntityManager,
  organizationId: string,
  rules: readonly OwnershipRule[],
  barriers: readonly T[],
): Promise<readonly T[]> {
  if (!rules.some(({ match }) => match.areaId)) return barriers;
  const runIds = [...new Set(barriers.flatMap(({ runId }) => (runId ? [runId] : [])))];
  const rows = await query(tx, AREAS_OF_RUNS, [organizationId, runIds]);
  const ofRuns = new Map(rows.map(({ activityId, areaIds }) => [activityId, areaIds]));
  return barriers.map((barrier) => ({
    ...barrier,
    areas: new Set([...barrier.areas, ...(ofRuns.get(barrier.runId ?? '') ?? [])]),
  }));
}
