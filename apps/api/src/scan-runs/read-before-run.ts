import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import type { DistinctFinding } from '../findings/distinct-finding.js';
import type { LineName } from './line-of-run.js';
import { type Absentees, type BeforeRun, READ_ABSENTEES, READ_BEFORE_RUN, READ_LOST } from './read-before-run.sql.js';

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
  /** Whether it does so on some pages. */
  isOfPages: boolean;
  /** The key of the sweep that it is a part of. */
  sweepKey: string | null;
}

const extentOf = ({ isComplete, isOfPages, sweepKey }: Reading) => {
  if (isComplete) return 'complete';
  if (isOfPages) return 'ofPages';
  return sweepKey === null ? 'partial' : 'ofSweep';
};

/** Reads, in one statement, what a report may change: of what it repeats nothing. */
export async function readBeforeRun(tx: EntityManager, reading: Reading): Promise<BeforeRun> {
  const { line, findings, sweepKey } = reading;
  const extent = extentOf(reading);
  const [row] = await query(tx, READ_BEFORE_RUN({ kind: line.kind, extent }), [
    reading.organizationId,
    reading.productId,
    reading.tool,
    line.kind,
    line.key,
    reading.setId,
    reading.completedAt,
    findings.map(({ identity }) => identity),
    findings.map(({ wordingDigest }) => wordingDigest),
    sweepKey,
  ]);
  return row!.before;
}

/**
 * Reads what ends when several reports are one: the findings that neither these identities nor these sets name. One statement.
 */
export async function readAbsentees(
  tx: EntityManager,
  { organizationId, productId, tool, line }: Reading,
  { completedAt, identities, setIds }: { completedAt: Date; identities: readonly string[]; setIds: readonly string[] },
): Promise<Absentees> {
  const [row] = await query(tx, READ_ABSENTEES, [
    organizationId,
    productId,
    tool,
    line.kind,
    line.key,
    setIds,
    completedAt,
    identities,
  ]);
  return row!.absentees;
}

/** Reads the findings that a run for some pages leaves on no page of its line. One statement. */
export async function readLost(
  tx: EntityManager,
  { organizationId, productId, tool }: Reading,
  line: number,
  identities: readonly string[],
): Promise<Pick<Absentees, 'absentees' | 'streaks'>> {
  const [row] = await query(tx, READ_LOST, [organizationId, productId, tool, line, identities]);
  return row!.absentees;
}
