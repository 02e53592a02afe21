import { query } from '#libs/database';
import { mapInSlices } from '#libs/queues';
import type { EntityManager } from 'typeorm';
import type { Audit } from '../../../records/audits/audit.entity.js';
import { pageReader } from '../../../products/products/page-of.js';
import type { Product } from '../../../products/products/product.entity.js';
import { type AuditRequirement, requirementsOfAudit, conformanceOfAudit } from '../audit-requirements.js';
import { keyOfCell } from '../outcomes/decisions.js';
import type { ProposedCell } from '../outcomes/outcomes.sql.js';
import type { AuditEntry } from '../sample/audit-entry.js';
import { sampleOf } from '../sample/sample.service.js';
import { type FailureRow, PROPOSED_FAILURES } from './proposed-failures.sql.js';

/** What findings fail at the addresses of entries, by `keyOfCell`. */
export type ProposedFailures = ReadonlyMap<string, FailureRow>;

const NONE: ProposedFailures = new Map();

/**
 * The cells of an audit in progress that fail by what tools have found at the address of their entry; none is proposed
 * of what they have not found. Two statements.
 */
export async function proposedFailures(
  tx: EntityManager,
  product: Product,
  audit: Audit,
  { requirements, sample }: { requirements: readonly AuditRequirement[]; sample: readonly AuditEntry[] },
): Promise<ProposedFailures> {
  const places = audit.status === 'completed' ? [] : placesOf(product, sample);
  if (places.length === 0) return NONE;
  const { standardId } = await conformanceOfAudit(tx, audit);
  const rows = await query(tx, PROPOSED_FAILURES, [
    ...([product.organizationId, product.id, standardId, places.map(({ entry }) => entry)] as const),
    ...([places.map(({ address }) => address), places.map(({ page }) => page)] as const),
  ]);
  const isInScope = new Set(requirements.filter(({ isGone }) => !isGone).map(({ requirementId }) => requirementId));
  const failures = rows.filter(({ requirementId }) => isInScope.has(requirementId));
  return new Map(await mapInSlices(failures, (row): [string, FailureRow] => [keyOfCell(row), row]));
}

/** The same of an audit whose requirements and sample are to be read; none where no product is named. */
export async function failuresOf(
  tx: EntityManager,
  product: Product | undefined,
  audit: Audit,
): Promise<ProposedFailures> {
  if (!product || audit.status === 'completed') return NONE;
  return proposedFailures(tx, product, audit, {
    requirements: await requirementsOfAudit(tx, audit),
    sample: await sampleOf(tx, audit),
  });
}

/** These cells as statements take them. */
export const proposedCells = (failures: ProposedFailures): string =>
  JSON.stringify(
    [...failures.values()].map(({ requirementId, entry, since }): ProposedCell => ({
      requirementId,
      entry,
      at: since,
    })),
  );

/** The addresses under which tools may have reported the page of an entry: as it is written, and as browsers do. */
function placesOf({ pageRules }: Product, sample: readonly AuditEntry[]) {
  const pageOf = pageReader(pageRules);
  return sample.flatMap(({ number, url }) => {
    if (url === null) return [];
    const { href } = new URL(url);
    return [...new Set([url, href, href.replace(/#(?![/!]).*$/, '')])].map((address) => ({
      entry: number,
      address,
      page: pageOf(address),
    }));
  });
}
