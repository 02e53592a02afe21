import { isFull } from './figures.js';
import { nowMs } from './moments.js';

/**
 * Where what is drawn begins. What judges a commit always draws the same, so that two runs of one commit differ in
 * nothing but their timing; the full forms draw anew each time.
 */
export const DICE_SEED = Number(process.env['DICE_SEED'] ?? (isFull ? nowMs() % 1_000_000_000 : 1));

let state = DICE_SEED;

/** The next number, at least 0 and less than 1 (mulberry32). */
export function draw(): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
}
