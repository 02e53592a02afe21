import { createHash } from 'node:crypto';
import { mapInSlices } from '#libs/queues';

/**
 * How many entries a draw adds where nobody says it: a tenth of the structured ones, rounded up (WCAG-EM, step 3.c).
 */
export const usualCount = (structured: number): number => Math.ceil(structured / 10);

/**
 * The first addresses by SHA-256 of the seed, a line feed and the address: whoever has both draws the same ones again.
 */
export async function draw(addresses: readonly string[], seed: string, count: number): Promise<string[]> {
  const digests = await mapInSlices([...new Set(addresses)], (address) => ({
    address,
    digest: createHash('sha256').update(`${seed}\n${address}`).digest('hex'),
  }));
  return digests
    .sort((a, b) => (a.digest < b.digest ? -1 : 1))
    .slice(0, count)
    .map(({ address }) => address);
}
