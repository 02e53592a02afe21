import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import type { Audit } from '../../records/audits/audit.entity.js';
import { EvidenceInUse } from '../../records/evidence/errors.js';
import type { Evidence } from '../../records/evidence/evidence.entity.js';
import { linkEvidence } from '../../records/evidence/link-evidence.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { IN_COMPLETED_AUDIT } from './evidence.sql.js';
import type { Decision } from './outcomes/decisions.js';

/** Refuses to delete what a completed audit rests on. @throws EvidenceInUse */
export async function requireFree({ tx }: ChangeContext, { organizationId, id }: Evidence): Promise<void> {
  const [found] = await query(tx, IN_COMPLETED_AUDIT, [organizationId, id]);
  if (found!.isUsed) throw new EvidenceInUse();
}

/** The evidence that decisions name, by the place where the body has it. */
export const namedEvidence = (decisions: readonly Pick<Decision, 'evidenceIds'>[]) =>
  decisions.flatMap(({ evidenceIds = [] }, index) =>
    evidenceIds.map((id, place) => ({ path: `/outcomes/${index}/evidenceIds/${place}`, id })),
  );

/** Gives outcomes the evidence that decisions name. */
export const linkToOutcomes = (
  tx: EntityManager,
  { organizationId, id }: Audit,
  decisions: readonly Pick<Decision, 'requirementId' | 'entry' | 'evidenceIds'>[],
): Promise<void> =>
  linkEvidence(
    tx,
    organizationId,
    decisions.map(({ requirementId, entry, evidenceIds = [] }) => ({
      recordId: id,
      cell: { requirementId, entry },
      evidenceIds,
    })),
  );
