import { named } from './json.js';
import type { Severity } from './report.js';

/** The WCAG criteria that tags such as `wcag143` name, as numbers. */
export function criteriaOfTags(tags: readonly unknown[]): string[] {
  return tags.flatMap((tag) => {
    const parts = typeof tag === 'string' ? /^wcag([1-4])(\d)(\d{1,2})$/i.exec(tag) : null;
    return parts ? [`${parts[1]}.${parts[2]}.${parts[3]}`] : [];
  });
}

const SEVERITIES: Readonly<Record<string, Severity>> = {
  critical: 'high',
  serious: 'high',
  moderate: 'medium',
  minor: 'low',
};

/** The severity of an impact of axe-core. */
export const severityOfImpact = (impact: unknown): Severity | undefined => named(SEVERITIES, impact);
