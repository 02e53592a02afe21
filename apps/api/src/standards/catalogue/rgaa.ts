import type { BuiltInStandard } from './built-in-standard.js';
import { RGAA_CRITERIA, RGAA_THEMES } from './data/rgaa-criteria.js';
import { numberedStandard } from './numbered-standard.js';
import { wcagCriteria } from './wcag.js';

/**
 * RGAA 4.1.2 as a standard: theme → criterion. A criterion refers to one or more of WCAG 2.1 and has the lowest of
 * their levels: failing it fails that level.
 */
export function rgaa(): BuiltInStandard {
  const lowest = new Set(wcagCriteria('2.1', ['A']).map(({ number }) => number));
  return numberedStandard({
    key: 'standard/rgaa-4.1',
    name: 'RGAA 4.1.2',
    slug: 'rgaa',
    description: 'Référentiel général d’amélioration de l’accessibilité 4.1.2, the accessibility reference of France.',
    cumulative: true,
    levels: ['A', 'AA'],
    headings: RGAA_THEMES.map(([number, name]) => ({ number, name })),
    requirements: RGAA_CRITERIA.map(([number, name, wcag]) => ({
      number,
      name,
      url: `https://accessibilite.numerique.gouv.fr/methode/criteres-et-tests/#${number}`,
      level: wcag.some((criterion) => lowest.has(criterion)) ? 'A' : 'AA',
      versions: ['4.1.2'],
      metadata: { wcag },
    })),
  });
}
