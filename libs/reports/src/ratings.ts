import { named } from './json.js';
import type { Rating } from './report.js';

/** How heavy a barrier is, as far as its tool says so. Tools that say how sure or how strict they are do not. */
export interface Ratings {
  severity?: Rating;
  impact?: Rating;
}

const AXE: Readonly<Record<string, Ratings>> = {
  critical: { severity: 'high', impact: 'high' },
  serious: { severity: 'high', impact: 'medium' },
  moderate: { severity: 'medium', impact: 'medium' },
  minor: { severity: 'low', impact: 'low' },
};

/** What an impact of axe-core means. */
export const ratingsOfImpact = (impact: unknown): Ratings => named(AXE, impact) ?? {};

/**
 * What IBM's engine means.
 * @param level the toolkit level of the rule, from 1, which is to be mended first
 */
export function ratingsOfPolicy(policy: unknown, level: number | undefined): Ratings {
  if (policy === 'RECOMMENDATION') return { severity: 'low', impact: 'low' };
  if (policy !== 'VIOLATION') return {};
  return { severity: level === 1 ? 'high' : 'medium', impact: level === 1 || level === 2 ? 'medium' : 'low' };
}

const RATINGS: readonly (Rating | undefined)[] = [undefined, 'low', 'medium', 'high'];

/** Of each rating the higher. */
export function higher(a: Ratings, b: Ratings): Ratings {
  const [severity, impact] = [highest(a.severity, b.severity), highest(a.impact, b.impact)];
  return { ...(severity && { severity }), ...(impact && { impact }) };
}

const highest = (a: Rating | undefined, b: Rating | undefined): Rating | undefined =>
  RATINGS.indexOf(a) < RATINGS.indexOf(b) ? b : a;
