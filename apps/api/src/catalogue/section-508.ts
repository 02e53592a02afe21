import type { BuiltInStandard } from './built-in.js';
import { SECTION_508_GROUPS, SECTION_508_PROVISIONS } from './data/section-508.js';
import { WCAG_CRITERIA } from './data/wcag-criteria.generated.js';
import { type Clause, linesOf, numberedStandard } from './numbered.js';

const ADDRESS = 'https://www.access-board.gov/ict/';

/** E205.4 and E207.2 require the success criteria of WCAG 2.0, levels A and AA, of content and of software alike. */
const criteria: Clause[] = WCAG_CRITERIA.filter(({ versions }) =>
  ['A', 'AA'].includes(versions['2.0']?.level ?? ''),
).map(({ number, title, versions }) => ({
  number: `E205.${number}`,
  title,
  url: versions['2.0']!.url,
  wcag: [number],
}));

const provisions: Clause[] = linesOf(SECTION_508_PROVISIONS).map(([number, title]) => ({
  number,
  title,
  url: `${ADDRESS}#${number}`,
}));

/** The Revised Section 508 Standards. They have no levels: everything that applies is required. */
export const SECTION_508: BuiltInStandard = numberedStandard({
  name: 'Section 508',
  slug: 'section-508',
  description: 'The Revised Section 508 Standards of the United States, of 2017.',
  groups: Object.fromEntries(linesOf(SECTION_508_GROUPS)),
  clauses: [...criteria, ...provisions],
});
