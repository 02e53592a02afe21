import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Writes a generated file, or with `--check` says with status 1 that it differs from what would be written.
 * @param {string} file
 * @param {string} text
 * @param {string} command what writes it anew
 */
export function writeOrCheck(file, text, command) {
  if (!process.argv.includes('--check')) return writeFileSync(file, text);
  if (readFileSync(file, 'utf8') === text) return;
  console.error(`${file} is not what ${command} writes: run it.`);
  process.exitCode = 1;
}
