import { query } from '#libs/database';
import { mapInSlices } from '#libs/queues';
import type { EntityManager } from 'typeorm';
import type { Product } from '../../../products/products/product.entity.js';
import type { Occurrence } from '../findings.sql.js';
import { occurrencesOf } from '../occurrences.js';
import type { OwnershipPreview, OwnershipShareDto } from './dto/ownership.dto.js';
import { OPEN_FINDINGS } from './ownership.sql.js';
import { isBroken, type Named, type Owned, ownersBy } from './ownership-rules.js';
import type { OwnershipRule } from './ownership-rules.entity.js';
import { withAreasOfRuns } from './owners-of-barriers.js';

/** On how many findings rules are tried. */
const MOST_TRIED = 1000;

/** Says what rules would do to the findings of a product that are open, and changes nothing. */
export async function tryRules(
  tx: EntityManager,
  { organizationId, id }: Product,
  { rules, turns, named }: { rules: readonly OwnershipRule[]; turns: readonly string[]; named: Named },
): Promise<OwnershipPreview> {
  const found = await query(tx, OPEN_FINDINGS, [organizationId, id, MOST_TRIED + 1]);
  const findings = found.slice(0, MOST_TRIED);
  const usesPages = rules.some(({ match }) => match.page);
  const pages = usesPages
    ? await occurrencesOf(
        tx,
        organizationId,
        findings.map((finding) => finding.id),
      )
    : new Map<string, Occurrence[]>();
  const barriers = findings.map((finding) => ({
    ...finding,
    runId: finding.firstActivityId,
    areas: new Set<string>(),
    pages: (pages.get(finding.id) ?? []).map(({ sourceUrl }) => sourceUrl),
  }));
  // One after the other, the oldest first: as somebody would decide who goes through them.
  const { ownerOf } = ownersBy(rules, turns, named);
  const inAreas = await withAreasOfRuns(tx, organizationId, rules, barriers.toReversed());
  const owned = (await mapInSlices(inAreas, ownerOf)).filter((one) => one !== undefined);
  return {
    findings: findings.length,
    more: found.length > MOST_TRIED,
    unowned: findings.length - owned.length,
    rules: rules.map((rule, at) => ({
      findings: owned.filter(({ index }) => index === at).length,
      broken: isBroken(rule, named),
    })),
    shares: sharesOf(owned),
  };
}

function sharesOf(owned: readonly Owned[]): OwnershipShareDto[] {
  const shares = new Map<string, OwnershipShareDto>();
  for (const { people } of owned) {
    const { assigneeId: userId = null, teamId = null } = people;
    const key = `${userId} ${teamId}`;
    const { findings } = shares.get(key) ?? { findings: 0 };
    shares.set(key, { userId, teamId, findings: findings + 1 });
  }
  return [...shares.values()].sort((a, b) => b.findings - a.findings);
}
