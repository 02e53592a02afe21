import type { Seen } from './beside.js';

/** Prints what was seen beside a load, as a row of the table of docs/proof.md. */
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
