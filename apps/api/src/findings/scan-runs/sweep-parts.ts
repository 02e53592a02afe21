import { DAY_MS } from '#libs/dates';
import { InvalidInput } from '#libs/errors';

/** Where a report of a sweep belongs: one part of how many, or a piece of it. */
export interface SweepPlace {
  key: string;
  part: number;
  of: number;
  piece: number;
  pieces: number;
}

/** A report of a sweep as it is stored; times are milliseconds. */
export interface SweepReport extends SweepPlace {
  setId: string;
  completedAt: number;
  arrivedAt: number;
}

/** Several reports that are one when all are in. */
export interface Sweep {
  key: string;
  parts: number;
  begunAt: number;
  finishedAt: number | null;
  reports: SweepReport[];
}

/** An unfinished sweep waits so long for its parts, and a finished one takes copies for so long. */
const OPEN_MS = DAY_MS;

/** The sweep that a report of this key belongs to; undefined: it begins one. */
const currentSweep = (sweeps: readonly Sweep[], key: string, now: number): Sweep | undefined =>
  sweeps.findLast((sweep) => sweep.key === key && now < (sweep.finishedAt ?? sweep.begunAt) + OPEN_MS);

const piecesOf = ({ reports }: Sweep, part: number): number | undefined =>
  reports.find((report) => report.part === part)?.pieces;

const isFinished = ({ parts, reports }: Sweep): boolean =>
  new Set(reports.map(({ part }) => part)).size === parts &&
  reports.every(
    ({ part, pieces }) =>
      new Set(reports.filter((other) => other.part === part).map(({ piece }) => piece)).size === pieces,
  );

/** Adds a report to the sweeps of its line. Returns its sweep if the report has finished it. */
export function addToSweep(sweeps: Sweep[], report: SweepReport): Sweep | null {
  const { key, of: parts, arrivedAt } = report;
  let sweep = currentSweep(sweeps, key, arrivedAt);
  if (!sweep || sweep.parts !== parts || (piecesOf(sweep, report.part) ?? report.pieces) !== report.pieces)
    sweeps.push((sweep = { key, parts, begunAt: arrivedAt, finishedAt: null, reports: [] }));
  sweep.reports.push(report);
  if (sweep.finishedAt !== null || !isFinished(sweep)) return null;
  sweep.finishedAt = arrivedAt;
  return sweep;
}

/** The moment of a sweep is that of its latest report. */
export const momentOf = ({ reports }: Sweep): number => Math.max(...reports.map(({ completedAt }) => completedAt));

/** The sweeps of the reports of a line, in their order. */
function sweepsOf(reports: readonly SweepReport[]): Sweep[] {
  const sweeps: Sweep[] = [];
  for (const report of reports) addToSweep(sweeps, report);
  return sweeps;
}

/**
 * The sweep that a report finishes; null where parts are missing, or have been in before. Throws as `requireFit` does.
 */
export function finishSweep(
  { sweepReports, arrivedAt }: { sweepReports: readonly SweepReport[]; arrivedAt: string },
  position: SweepPlace,
  { setId, completedAt }: { setId: string; completedAt: Date },
): Sweep | null {
  const sweeps = sweepsOf(sweepReports);
  const now = Date.parse(arrivedAt);
  requireFit(sweeps, position, now);
  return addToSweep(sweeps, { ...position, setId, completedAt: +completedAt, arrivedAt: now });
}

/** @throws InvalidInput where a report contradicts the sweep that it belongs to */
function requireFit(sweeps: readonly Sweep[], { key, part, of: parts, pieces }: SweepPlace, now: number): void {
  const sweep = currentSweep(sweeps, key, now);
  if (!sweep) return;
  if (sweep.parts !== parts) throw mismatch('of', `This sweep has ${sweep.parts} parts.`);
  const known = piecesOf(sweep, part);
  if (known !== undefined && known !== pieces)
    throw mismatch('pieces', `Part ${part} of this sweep has ${known} pieces.`);
}

const mismatch = (field: string, message: string): InvalidInput =>
  new InvalidInput([{ path: `/sweep/${field}`, code: 'sweep_mismatch', message }]);
