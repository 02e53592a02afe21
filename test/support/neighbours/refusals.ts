import { randomUUID } from 'node:crypto';
import type { Load } from './loads.js';

const WITHIN_MS = 5_000;

/** What a report is read for, and then refused where its standard has no such statement. */
const READ_BEFORE = ['publicReports_showStatement', 'conformanceReports_listProblems: every filter'];

/** Each report of this many kinds is asked for, until one answers. */
const TRIES = 12;

/**
 * Where each of the first requests of a load is refused for what it is, how the last of them was: such a load drives
 * nothing. A search may be refused for what it asks, and the largest report, which is of a standard without statement,
 * for that: it is read before.
 */
export async function refusals(base: string, loads: readonly Load[]): Promise<string[]> {
  const refused: string[] = [];
  for (const { name, requests, bodies } of loads) {
    if (name.endsWith(': search') || READ_BEFORE.some((of) => name.startsWith(of))) continue;
    let how: string | undefined;
    for (const first of requests.slice(0, TRIES)) if (!(how = await refusalOf(base, first, bodies))) break;
    if (how) refused.push(`${name}: ${how}`);
  }
  return refused;
}

async function refusalOf(
  base: string,
  { method, path, headers, body: index }: Load['requests'][number],
  bodies: Load['bodies'],
): Promise<string | undefined> {
  const body = index === undefined ? undefined : bodies[index]!;
  const sent = typeof body === 'string' ? body.replaceAll('{{once}}', randomUUID()) : body && new Uint8Array(body);
  const signal = AbortSignal.timeout(WITHIN_MS);
  const answer = await fetch(`${base}${path}`, { method, headers, body: sent, signal }).catch(() => undefined);
  const text = (await answer?.text().catch(() => '')) ?? '';
  const isRefused = answer !== undefined && answer.status >= 400 && answer.status < 500;
  return isRefused ? `${answer.status} ${text.slice(0, 200)}` : undefined;
}
