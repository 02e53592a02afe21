import { createHash, randomUUID } from 'node:crypto';
import type { CiRun } from '../context/ci-run.js';
import { isInCi } from '../context/detect.js';
import { LocalFault } from '../faults.js';
import type { IngestBody } from './body.js';

/** What a sweep is for: the parts that share these complete each other. */
export interface SweepSubject {
  product: string | undefined;
  line: string;
  tool: string;
}

/**
 * The key that all parts of a complete report share. With `--part` the attempt is none of it, so that running one
 * failed job again completes the sweep.
 * @throws LocalFault where jobs have nothing in common that we could know
 */
export function sweepKey(
  run: CiRun,
  { product, line, tool }: SweepSubject,
  { givenKey, hasParts }: { givenKey?: string; hasParts: boolean },
): string {
  if (givenKey !== undefined) return givenKey;
  const { provider, repository, runId, attempt } = run;
  if (isInCi(run) && runId !== undefined)
    return `${provider} ${digest([repository, runId, product, line, tool, hasParts ? null : attempt])}`;
  if (hasParts)
    throw new LocalFault(
      'Outside CI, --part requires --sweep KEY: a value shared by all parts of this report, and by no other report.',
    );
  return randomUUID();
}

/**
 * What makes a repeated step answer as before: the run and its body, but for times read from the clock, and for the
 * base, which may be known the second time only. Outside CI it is random: a nightly report that has not changed is news
 * of its own.
 */
export function idempotencyKey(run: CiRun, body: IngestBody, { isTimeOurs }: { isTimeOurs: boolean }): string {
  const { provider, repository, runId, attempt } = run;
  if (!isInCi(run) || runId === undefined) return randomUUID();
  const { completedAt, context, ...rest } = body;
  const { baseCommits: _, ...about } = context;
  const timeless = { ...rest, context: about };
  return `${provider} ${digest([repository, runId, attempt, timeless, isTimeOurs ? null : completedAt])}`;
}

const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 40);
