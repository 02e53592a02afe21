import type { BuiltInStandard } from './built-in.js';
import { RGAA_CRITERIA, RGAA_THEMES } from './data/rgaa.js';
import { linesOf, numberedStandard } from './numbered.js';

const ADDRESS = 'https://accessibilite.numerique.gouv.fr/methode/criteres-et-tests/';

/** RGAA 4.1, the French method: levels A and AA, cumulative as those of WCAG are. */
export const RGAA: BuiltInStandard = numberedStandard({
  name: 'RGAA 4.1',
  slug: 'rgaa',
  description: "Référentiel général d'amélioration de l'accessibilité 4.1, the method of the French administration.",
  levels: ['A', 'AA'],
  groups: Object.fromEntries(linesOf(RGAA_THEMES)),
  clauses: linesOf(RGAA_CRITERIA).map(([number, facts]) => {
    const [, level, criteria, title] = /^(A+) (\S+) (.+)$/.exec(facts)!;
    const wcag = criteria === '-' ? [] : criteria!.split(',');
    return { number, title: title!, url: `${ADDRESS}#${number}`, level: level!, wcag };
  }),
});
