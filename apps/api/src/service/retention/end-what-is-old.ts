import { DAY_MS } from '#libs/dates';
import type { RetentionRule } from './retention-rules.js';

/** What of one rule was old. */
export interface Ended extends Pick<RetentionRule, 'name' | 'variable'> {
  days: number;
  count: number;
}

/** Ends what is older than its rule keeps it, or only counts it; what is kept for ever is left out. */
export async function endWhatIsOld(rules: readonly RetentionRule[], now: Date, act: 'count' | 'end'): Promise<Ended[]> {
  const ended: Ended[] = [];
  for (const rule of rules) {
    const { name, variable, days } = rule;
    if (days === null) continue;
    const count = await rule[act](new Date(+now - days * DAY_MS));
    if (days > 0 || count > 0) ended.push({ name, variable, days, count });
  }
  return ended;
}
