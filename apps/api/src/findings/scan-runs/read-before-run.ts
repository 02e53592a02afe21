import { arrayOf, query } from '#libs/database';
import { mapInSlices } from '#libs/queues';
import type { EntityManager } from 'typeorm';
import type { DistinctFinding } from '../triage/distinct-finding.js';
import type { AlikeFindings } from '../triage/stored-findings.js';
import type { LineName } from './line-of-run.js';
import {
  type Absentees,
  type BeforeRun,
  type PartOfAbsentees,
  READ_ABSENTEES,
  READ_BEFORE_RUN,
  READ_LOST,
} from './read-before-run.sql.js';
import type { Members, StoredSet } from './reported-set.js';

/** Where a run belongs, and how much it speaks of. */
export interface RunPlace {
  organizationId: string;
  productId: string;
  tool: string;
  line: LineName;
  completedAt: Date;
  /** Whether it ends what it does not report. */
  isComplete: boolean;
  /** Whether it does so on some pages. */
  isOfPages: boolean;
  /** The key of the sweep that it is a part of. */
  sweepKey: string | null;
}

/** The same with what it reports. */
export interface Reading extends RunPlace {
  findings: readonly DistinctFinding[];
  members: Members;
  /** The digest of what is reported. */
  setId: string;
}

const extentOf = ({ isComplete, isOfPages, sweepKey }: RunPlace) => {
  if (isComplete) return 'complete';
  if (isOfPages) return 'ofPages';
  return sweepKey === null ? 'partial' : 'ofSweep';
};

/** Reads, in one statement, what a report may change: of what it repeats nothing. */
export async function readBeforeRun(tx: EntityManager, reading: Reading): Promise<BeforeRun> {
  const { line, findings, sweepKey } = reading;
  const extent = extentOf(reading);
  const isSpelledApart = findings.some(({ identity, spelling }) => spelling !== identity);
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
    isSpelledApart ? arrayOf(findings.map(({ spelling }) => spelling)) : null,
  ]);
  return {
    ...(await wholeOf<BeforeRun>(parts)),
    sets: await parsed<StoredSet>(parts.map((part) => part.sets)),
    reported: parts.map((part) => part.reported).filter((text) => text !== null),
    absentees: await absenteesOf(parts),
    fixed: await fixedOf(parts),
  };
}

/** Those texts of JSON that are there, parsed. */
const parsed = <Parsed>(texts: readonly (string | null)[]): Promise<Parsed[]> =>
  mapInSlices(
    texts.filter((text) => text !== null),
    (text) => JSON.parse(text) as Parsed,
  );

/** All but the lists. */
async function wholeOf<Whole>(parts: readonly Pick<PartOfAbsentees, 'whole'>[]): Promise<Omit<Whole, Lists>> {
  const [whole] = await parsed<Omit<Whole, Lists>>(parts.map((part) => part.whole));
  return whole!;
}

type Lists = 'sets' | 'reported' | 'absentees' | 'fixed';

const absenteesOf = async (parts: readonly Pick<PartOfAbsentees, 'absentees'>[]): Promise<AlikeFindings[]> =>
  (await parsed<AlikeFindings[]>(parts.map((part) => part.absentees))).flat();

const fixedOf = async (parts: readonly Pick<PartOfAbsentees, 'fixed'>[]): Promise<string[]> =>
  (await parsed<string[]>(parts.map((part) => part.fixed))).flat();

/**
 * Reads what ends when several reports are one: the findings that neither these identities nor these sets name. One
 * statement.
 */
export async function readAbsentees(
  tx: EntityManager,
  { organizationId, productId, tool, line }: RunPlace,
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
  return {
    ...(await wholeOf<Absentees>(parts)),
    absentees: await absenteesOf(parts),
    fixed: await fixedOf(parts),
  };
}

/** Reads the findings that a run for some pages leaves on no page of its line. One statement. */
export async function readLost(
  tx: EntityManager,
  { organizationId, productId, tool }: RunPlace,
  line: number,
  identities: readonly string[],
): Promise<Pick<Absentees, 'absentees' | 'streaks'>> {
  const parts = await query(tx, READ_LOST, [organizationId, productId, tool, line, arrayOf(identities)]);
  return { ...(await wholeOf<Absentees>(parts)), absentees: await absenteesOf(parts) };
}
