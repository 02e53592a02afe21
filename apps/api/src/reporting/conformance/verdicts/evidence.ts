import { query } from '#libs/database';
import { type Fault, InvalidInput } from '#libs/errors';
import type { EntityManager } from 'typeorm';
import type { ProductKey } from '../../../products/products/product-key.js';
import type { EvidenceKind } from '../statement-terms.js';
import type { Evidence } from './conformance-verdict.entity.js';
import { EVIDENCE_PRESENT } from './verdicts.sql.js';

/**
 * Records of the product by `nameOf`: when they were completed, and of issues when they were made; null: still under
 * way.
 */
export type EvidenceDates = ReadonlyMap<string, Date | null>;

export const nameOf = ({ kind, number }: Evidence): string => `${kind} ${number}`;

/** What there is of these records, in one statement. */
export async function evidenceDates(
  tx: EntityManager,
  { organizationId, id }: ProductKey,
  evidence: readonly Evidence[],
): Promise<EvidenceDates> {
  const numbers = (kind: EvidenceKind) => [
    ...new Set(evidence.filter((record) => record.kind === kind).map(({ number }) => number)),
  ];
  if (evidence.length === 0) return new Map();
  const rows = await query(tx, EVIDENCE_PRESENT, [
    organizationId,
    id,
    numbers('audit'),
    numbers('test_activity'),
    numbers('issue'),
  ]);
  return new Map(rows.map((row) => [nameOf(row), row.date]));
}

/**
 * Refuses evidence that is no record of the product.
 * @param statements what is said, with the pointer to where it stands in the request
 * @throws InvalidInput naming each
 */
export async function requireEvidence(
  tx: EntityManager,
  product: ProductKey,
  statements: readonly { evidence?: Evidence[]; pointer: string }[],
): Promise<void> {
  const known = await evidenceDates(
    tx,
    product,
    statements.flatMap(({ evidence = [] }) => evidence),
  );
  const faults = statements.flatMap(({ evidence = [], pointer }) =>
    evidence.flatMap((record, index): Fault[] =>
      known.has(nameOf(record))
        ? []
        : [
            {
              path: `${pointer}/evidence/${index}`,
              code: 'unknown_reference',
              message: `The product does not have this record: ${nameOf(record)}`,
              params: { value: nameOf(record) },
            },
          ],
    ),
  );
  if (faults.length > 0) throw new InvalidInput(faults);
}
