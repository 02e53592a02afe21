import { identityOf } from '#libs/reports';
import type { Found } from '../reading/report.js';

/** What one request holds at most. */
export interface Limits {
  /** Of the findings as JSON. */
  bytes: number;
  findings: number;
}

/**
 * Packs findings into parts. All that has one identity stays together, since the service counts it once in each report; only
 * where that alone exceeds the limits it is spread. Without findings there is one empty part: a clean report.
 */
export function pack(found: readonly Found[], limits: Limits): Found[][] {
  const parts: Found[][] = [[]];
  let room = { ...limits };
  const begin = (): void => {
    if (parts.at(-1)!.length > 0) parts.push([]);
    room = { ...limits };
  };
  for (const group of byIdentity(found)) {
    const sizes = group.map(sizeOf);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    if (total > room.bytes || group.length > room.findings) begin();
    group.forEach((one, index) => {
      if (sizes[index]! > room.bytes || room.findings === 0) begin();
      parts.at(-1)!.push(one);
      room = { bytes: room.bytes - sizes[index]!, findings: room.findings - 1 };
    });
  }
  return parts;
}

/** With the comma that follows. */
const sizeOf = ({ finding }: Found): number => Buffer.byteLength(JSON.stringify(finding)) + 1;

function byIdentity(found: readonly Found[]): Iterable<Found[]> {
  const groups = new Map<string, Found[]>();
  for (const one of found) {
    const identity = identityOf(one.finding);
    const group = groups.get(identity);
    if (group) group.push(one);
    else groups.set(identity, [one]);
  }
  return groups.values();
}
