import { type Letter } from '../../products/products/grade/codes.js';
import type { Loss } from './facts.js';

const THRESHOLDS: readonly [Letter, number][] = [
  ['B', 95],
  ['C', 85],
  ['D', 60],
];

/** What one requirement loses, of two half-points. */
export const halfPointsOf = ({ severe }: Loss): number => (severe ? 2 : 1);

/** What all of them lose. */
export const halfPoints = (lost: readonly Loss[]): number => lost.reduce((sum, loss) => sum + halfPointsOf(loss), 0);

/** Half-points kept of those in scope, in whole percent; 100 when nothing is in scope. */
export const scoreOf = (scope: number, lost: number): number =>
  scope === 0 ? 100 : Math.floor((100 * (2 * scope - lost)) / (2 * scope));

/** The letter that the score alone allows. */
export function letterOfLoss(scope: number, lost: number): Letter {
  if (lost === 0) return 'A';
  const score = scoreOf(scope, lost);
  return THRESHOLDS.find(([, least]) => score >= least)?.[0] ?? 'E';
}
