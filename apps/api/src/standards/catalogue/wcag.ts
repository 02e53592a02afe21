import type { BuiltInStandard } from './built-in-standard.js';
import { WCAG_CRITERIA } from './data/wcag-criteria.generated.js';
import { type Heading, numberedStandard } from './numbered-standard.js';
import type { WcagLevel, WcagVersion } from './wcag-criterion.js';

/** The four principles and their guidelines (WCAG 2.2, sections 1 to 4; W3C Document License). */
const PRINCIPLES: Readonly<Record<string, string>> = {
  '1': 'Perceivable',
  '2': 'Operable',
  '3': 'Understandable',
  '4': 'Robust',
};

const GUIDELINES: Readonly<Record<string, string>> = {
  '1.1': 'Text Alternatives',
  '1.2': 'Time-based Media',
  '1.3': 'Adaptable',
  '1.4': 'Distinguishable',
  '2.1': 'Keyboard Accessible',
  '2.2': 'Enough Time',
  '2.3': 'Seizures and Physical Reactions',
  '2.4': 'Navigable',
  '2.5': 'Input Modalities',
  '3.1': 'Readable',
  '3.2': 'Predictable',
  '3.3': 'Input Assistance',
  '4.1': 'Compatible',
};

const LEVELS: readonly WcagLevel[] = ['A', 'AA', 'AAA'];

/** The success criteria of a version, of all levels or of those named. */
export function wcagCriteria(
  version: WcagVersion,
  levels: readonly WcagLevel[] = LEVELS,
): { number: string; title: string; level: WcagLevel; url: string; versions: WcagVersion[] }[] {
  return WCAG_CRITERIA.flatMap(({ number, title, versions }) => {
    const own = versions[version];
    if (!own || !levels.includes(own.level)) return [];
    return [{ number, title, ...own, versions: Object.keys(versions) as WcagVersion[] }];
  });
}

/** The principles, and the guidelines that have one of these criteria. */
export function wcagHeadings(criteria: readonly { number: string }[]): Heading[] {
  const used = Object.entries(GUIDELINES).filter(([guideline]) =>
    criteria.some(({ number }) => number.startsWith(`${guideline}.`)),
  );
  return [...Object.entries(PRINCIPLES), ...used].map(([number, name]) => ({ number, name }));
}

/** WCAG of one version as a standard: cumulative levels, principle → guideline → criterion. */
export function wcagStandard(version: WcagVersion): BuiltInStandard {
  const criteria = wcagCriteria(version);
  return numberedStandard({
    key: `standard/wcag-${version}`,
    name: `WCAG ${version}`,
    slug: `wcag-${version.replace('.', '-')}`,
    description: `Web Content Accessibility Guidelines ${version}, a W3C Recommendation.`,
    cumulative: true,
    levels: LEVELS,
    headings: wcagHeadings(criteria),
    requirements: criteria.map(({ number, title, level, url, versions }) => ({
      number,
      name: title,
      url,
      level,
      versions,
      metadata: { wcag: number },
    })),
  });
}
