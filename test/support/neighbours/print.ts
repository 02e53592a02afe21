import type { Seen } from './beside.js';

/** Prints the effect of a load on the other account, as a row of a table. */
export function printSeen({ load, noisy, slowest, messageMs, refused, failed, rssMb, loopHoldMs }: Seen): void {
  const answers = Object.entries(noisy).map(([status, times]) => `${times} × ${status}`);
  const columns = [
    load,
    `${slowest.kind}: ${Math.round(slowest.aloneMs)} → ${Math.round(slowest.besideMs)} ms`,
    `${slowest.ratio.toFixed(1)} ×`,
    `${Math.round(messageMs)} ms`,
    String(refused),
    String(failed.length),
    `${Math.round(rssMb)} MB`,
    `${Math.round(loopHoldMs)} ms`,
    answers.join(', '),
  ];
  process.stdout.write(`| ${columns.join(' | ')} |\n`);
}
