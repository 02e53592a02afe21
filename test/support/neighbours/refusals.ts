import { randomUUID } from 'node:crypto';
import type { Load } from './loads.js';

const WITHIN_MS = 5_000;

/** The first request of each load, where it is refused for what it is: such a load drives nothing. A search may be refused for what it asks. */
export async function refusals(base: string, loads: readonly Load[]): Promise<string[]> {
  const refused: string[] = [];
  for (const { name, requests, bodies } of loads) {
    const [first] = requests;
    if (!first || name.endsWith(': search')) continue;
    const body = first.body === undefined ? undefined : bodies[first.body]!;
    const sent = typeof body === 'string' ? body.replaceAll('{{once}}', randomUUID()) : body && new Uint8Array(body);
    const { method, path, headers } = first;
    const signal = AbortSignal.timeout(WITHIN_MS);
    const answer = await fetch(`${base}${path}`, { method, headers, body: sent, signal }).catch(() => undefined);
    const text = (await answer?.text().catch(() => '')) ?? '';
    const isRefused = answer !== undefined && answer.status >= 400 && answer.status < 500 && answer.status !== 429;
    if (isRefused) refused.push(`${name}: ${answer.status} ${text.slice(0, 200)}`);
  }
  return refused;
}
