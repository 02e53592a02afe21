import { query } from '#libs/database';
import { type Fault, InvalidInput, unknownFault } from '#libs/errors';
import type { EntityManager } from 'typeorm';
import type { Product } from '../../../products/products/product.entity.js';
import type { OwnershipRuleDto, OwnershipRuleInput } from './dto/ownership.dto.js';
import { AREAS_OF_SLUGS } from './ownership.sql.js';
import { isBroken, type Named } from './ownership-rules.js';
import type { OwnershipRule } from './ownership-rules.entity.js';
import { namedBy } from './owners-of-barriers.js';

/** The rules of a product as they are shown. */
export interface ShownRules {
  rules: OwnershipRuleDto[];
  revision: number;
}

/** Rules of a request as they are kept, and whom and what they name. @throws InvalidInput where that is not there */
export async function rulesGiven(
  tx: EntityManager,
  { organizationId, id }: Product,
  given: readonly OwnershipRuleInput[],
): Promise<{ rules: OwnershipRule[]; named: Named }> {
  const slugs = [...new Set(given.flatMap(({ match }) => match.area ?? []))];
  const areas = slugs.length === 0 ? [] : await query(tx, AREAS_OF_SLUGS, [organizationId, id, slugs]);
  const areaIds = new Map(areas.map((area) => [area.slug, area.id]));
  const rules = given.map(({ match: { area, ...match }, assign }) => ({
    match: filled({ ...match, areaId: area && areaIds.get(area) }),
    assign: filled({
      userId: assign.userId?.toLowerCase(),
      teamId: assign.teamId?.toLowerCase(),
      roundRobin: assign.roundRobin?.toLowerCase(),
    }),
  }));
  const named = await namedBy(tx, organizationId, rules);
  const faults = given.flatMap(({ match: { area }, assign: { userId, teamId, roundRobin } }, index): Fault[] => {
    const path = `/rules/${index}`;
    const isMember = !userId || named.members.has(userId.toLowerCase());
    const isTeam = (team: string | null | undefined): boolean => !team || named.teams.has(team.toLowerCase());
    return [
      ...(!area || areaIds.has(area) ? [] : [unknownFault(`${path}/match/area`, 'area', area)]),
      ...(isMember ? [] : [unknownFault(`${path}/assign/userId`, 'member', userId)]),
      ...(isTeam(teamId) ? [] : [unknownFault(`${path}/assign/teamId`, 'team', teamId!)]),
      ...(isTeam(roundRobin) ? [] : [unknownFault(`${path}/assign/roundRobin`, 'team', roundRobin!)]),
    ];
  });
  if (faults.length > 0) throw new InvalidInput(faults.slice(0, 100), faults.length);
  return { rules, named };
}

/** How rules are shown: an area by its slug, and by its id where it is gone. */
export function shownRules(rules: readonly OwnershipRule[], revision: number, named: Named): ShownRules {
  const shown = rules.map((rule) => {
    const { areaId, page = null, tool = null, ruleId = null, wcag = null, selector = null } = rule.match;
    const { userId = null, teamId = null, roundRobin = null } = rule.assign;
    const area = areaId ? (named.areas.get(areaId) ?? areaId) : null;
    return {
      match: { page, area, tool, ruleId, wcag, selector },
      assign: { userId, teamId, roundRobin },
      broken: isBroken(rule, named),
    };
  });
  return { rules: shown, revision };
}

/** The fields that have a value. */
function filled<T extends object>(values: T): { [Name in keyof T]?: NonNullable<T[Name]> } {
  const entries = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof T]?: NonNullable<T[Name]> };
}
