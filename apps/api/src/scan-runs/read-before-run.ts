import { arrayOf, query } from '#libs/database';
import { mapInSlices } from '#libs/queues';
import type { EntityManager } from 'typeorm';
import type { DistinctFinding } from '../findings/distinct-finding.js';
import type { AlikeFindings } from '../findings/known-findings.js';
import type { LineName } from './line-of-run.js';
import { type Absentees, type BeforeRun, READ_ABSENTEES, READ_BEFORE_RUN } from './read-before-run.sql.js';
import type { StoredSet } from './reported-set.js';

/** Where a run belongs, and what it reports. */
export interface Reading {
  organizationId: string;
  productId: string;
  tool: string;
  line: LineName;
  completedAt: Date;
  /** The digest of what is reported. */
  setId: string;
  findings: readonly DistinctFinding[];
  /** Whether it ends what it does not report. */
  isComplete: boolean;
  /** The key of the sweep that it is a part of. */
  sweepKey: string | null;
}

/** Reads, in one statement, what a report may change: of what it repeats nothing. */
export async function readBeforeRun(tx: EntityManager, reading: Reading): Promise<BeforeRun> {
  const { line, findings, sweepKey } = reading;
  const extent = reading.isComplete ? 'complete' : sweepKey === null ? 'partial' : 'ofSweep';
  const parts = await query(tx, READ_BEFORE_RUN({ kind: line.kind, extent }), [
    reading.organizationId,
    reading.productId,
    reading.tool,
    line.kind,
    line.key,
    reading.setId,
    reading.completedAt,
    arrayOf(findings.map(({ identity }) => identity)),
    arrayOf(findings.map(({ wordingDigest }) => wordingDigest)),
    sweepKey,
  ]);
  const [before] = await parsed<Omit<BeforeRun, 'sets' | 'reported' | 'absentees'>>(parts.map((part) => part.before));
  const sets = await parsed<StoredSet>(parts.map((part) => part.sets));
  const reported = parts.map((part) => part.reported).filter((text) => text !== null);
  const absentees = (await parsed<AlikeFindings[]>(parts.map((part) => part.absentees))).flat();
  return { ...before!, sets, reported, absentees };
}

/** Those of some texts of JSON that are there, parsed. */
const parsed = <Part>(texts: readonly (string | null)[]): Promise<Part[]> =>
  mapInSlices(
    texts.filter((text) => text !== null),
    (text) => JSON.parse(text) as Part,
  );

/**
 * Reads what ends when several reports are one: the findings that neither these identities nor these sets name. One statement.
 */
export async function readAbsentees(
  tx: EntityManager,
  { organizationId, productId, tool, line }: Reading,
  { completedAt, identities, setIds }: { completedAt: Date; identities: readonly string[]; setIds: readonly string[] },
): Promise<Absentees> {
  const parts = await query(tx, READ_ABSENTEES, [
    organizationId,
    productId,
    tool,
    line.kind,
    line.key,
    setIds,
    completedAt,
    arrayOf(identities),
  ]);
  const [ended] = await parsed<Omit<Absentees, 'absentees'>>(parts.map((part) => part.ended));
  const absentees = (await parsed<AlikeFindings[]>(parts.map((part) => part.absentees))).flat();
  return { ...ended!, absentees };
}
