/** Whether the proofs run in their full length: `PROOF=full`. Without it they are short. */
export const isFull = process.env['PROOF'] === 'full';

/** Prints the measured figures of a system test. */
export function printFigures(about: string, measured: Record<string, string | number>): void {
  const lines = Object.entries(measured).map(([name, value]) => `  ${name}: ${value}\n`);
  process.stdout.write(`${about}\n${lines.join('')}`);
}
