import { type Fault, InvalidInput, requireEach, unknownReference } from '#libs/errors';
import type { EntityManager } from 'typeorm';
import { Audit } from '../../../records/audits/audit.entity.js';
import { keyOf } from '../../../platform/lists/key-of.js';
import type { Product } from '../../../products/products/product.entity.js';
import { changedConformance, requireConformance } from '../../../standards/standards/reference.js';
import type { InheritedConformance } from '../../../standards/standards/standards.sql.js';
import type { ChosenStandard, ConformanceReport } from './conformance-report.entity.js';
import type { UpdateConformanceReport } from './dto/conformance-report.dto.js';
import { auditIdsOf, standardsOf, storedAudits, storedStandards, togetherFaults } from './several-standards.js';

/** What a report refers to. */
export type ReportReferences = Pick<
  ConformanceReport,
  'standardId' | 'conformanceLevelId' | 'furtherStandards' | 'auditId' | 'furtherAuditIds'
>;

type Request = Pick<UpdateConformanceReport, 'standardId' | 'conformanceLevel' | 'standards' | 'auditId' | 'auditIds'>;

/**
 * What a report will refer to: `standardId`, `conformanceLevel` and `auditId` are the first of its standards and
 * audits.
 */
export function referencesAfter(current: ReportReferences, request: Request): ReportReferences {
  const standards = request.standards
    ? request.standards.map(chosen)
    : standardsOf({ ...current, ...changedConformance(current, request) });
  const [, ...furtherAudits] = auditIdsOf(current);
  const audits =
    request.auditIds ??
    (request.auditId === undefined
      ? auditIdsOf(current)
      : [...(request.auditId === null ? [] : [request.auditId]), ...furtherAudits]);
  return { ...storedStandards(standards), ...storedAudits(audits.map((id) => id.toLowerCase())) };
}

const chosen = (input: { standardId: string; conformanceLevel?: string | null }): ChosenStandard => ({
  standardId: input.standardId.toLowerCase(),
  conformanceLevelId: input.conformanceLevel?.toLowerCase() ?? null,
});

/**
 * Refuses standards and levels that the report cannot have, alone or together, and audits of another product; all at
 * once.
 * @throws InvalidInput
 */
export async function requireReferences(
  tx: EntityManager,
  product: Product,
  current: ReportReferences,
  request: Request,
): Promise<void> {
  const after = referencesAfter(current, request);
  await requireEach(
    () => requireStandards(tx, product.organizationId, current, request, after),
    () => requireAudits(tx, product, request, after),
  );
}

async function requireStandards(
  tx: EntityManager,
  organizationId: string,
  current: ReportReferences,
  request: Request,
  after: ReportReferences,
): Promise<void> {
  const { standards } = request;
  if (standards)
    await requireEach(
      ...standards.map((one, place) =>
        within(`/standards/${place}`, () => requireConformance(tx, organizationId, { standardId: null }, one)),
      ),
    );
  else await requireConformance(tx, organizationId, current, request);
  const isOther = (requested: string | null | undefined, first: string | null): boolean =>
    standards !== undefined && requested !== undefined && requested?.toLowerCase() !== (first ?? undefined);
  refuse([
    ...(isOther(request.standardId, after.standardId) ? [notTheFirst('/standardId', 'standards')] : []),
    ...(isOther(request.conformanceLevel, after.conformanceLevelId)
      ? [notTheFirst('/conformanceLevel', 'standards')]
      : []),
    ...(request.standardId === null && !standards && current.furtherStandards.length > 0
      ? [notTheFirst('/standardId', 'standards')]
      : []),
    ...togetherFaults(
      standardsOf(after).map(({ standardId }) => standardId),
      (place) => (standards ? `/standards/${place}/standardId` : '/standardId'),
    ),
  ]);
}

async function requireAudits(
  tx: EntityManager,
  product: Product,
  { auditId, auditIds }: Request,
  after: ReportReferences,
): Promise<void> {
  const named = auditIds ?? (auditId ? [auditId] : []);
  const pointerOf = (place: number): string => (auditIds ? `/auditIds/${place}` : '/auditId');
  await requireEach(
    ...named.map((id, place) => async () => {
      if (!(await findAudit(tx, product, id))) throw unknownReference(pointerOf(place), 'audit', id);
    }),
    async () => {
      const all = auditIdsOf(after);
      refuse(all.flatMap((id, place) => (all.indexOf(id) === place ? [] : [twice(pointerOf(place), id)])));
    },
    async () => {
      if (auditIds && auditId !== undefined && auditId?.toLowerCase() !== auditIds[0]?.toLowerCase())
        refuse([notTheFirst('/auditId', 'auditIds')]);
    },
  );
}

/** An audit of the product, kept from being deleted until the unit ends. */
export const findAudit = (tx: EntityManager, product: Product, id: string): Promise<Audit | null> =>
  tx.findOne(Audit, {
    where: { ...keyOf({ ...product, id }), productId: product.id },
    lock: { mode: 'pessimistic_read' },
  });

const notTheFirst = (path: string, list: string): Fault => ({
  path,
  code: 'not_applicable',
  message: `This is the first element of \`${list}\`, which has others.`,
});

const twice = (path: string, value: string): Fault => ({
  path,
  code: 'duplicate',
  message: 'The report lists this audit twice.',
  params: { value },
});

function refuse(faults: Fault[]): void {
  if (faults.length > 0) throw new InvalidInput(faults);
}

/** A check whose faults stand below a pointer. */
const within = (pointer: string, check: () => Promise<void>) => async (): Promise<void> => {
  try {
    await check();
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    throw new InvalidInput(error.faults.map((fault) => ({ ...fault, path: `${pointer}${fault.path}` })));
  }
};

/** What has changed of what a report refers to beyond the first of each, as clients name it. */
export function changedReferences(before: ReportReferences, after: ReportReferences) {
  const covered = (report: ReportReferences) =>
    standardsOf(report).map(({ standardId, conformanceLevelId }) => ({
      standardId,
      conformanceLevel: conformanceLevelId,
    }));
  return [
    ...(before.furtherStandards.length + after.furtherStandards.length > 0
      ? [{ field: 'standards', from: covered(before), to: covered(after) }]
      : []),
    ...(before.furtherAuditIds.length + after.furtherAuditIds.length > 0
      ? [{ field: 'auditIds', from: auditIdsOf(before), to: auditIdsOf(after) }]
      : []),
  ].filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));
}

/** What a report refers to that inherits its standard. */
export const inheritedReferences = (inherited: InheritedConformance): ReportReferences => ({
  ...inherited,
  furtherStandards: [],
  auditId: null,
  furtherAuditIds: [],
});
