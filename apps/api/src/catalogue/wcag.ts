import { builtInId } from '#libs/ids';
import type { BuiltInStandard } from './built-in.js';
import { WCAG_CRITERIA } from './data/wcag-criteria.generated.js';

export type WcagVersion = '2.0' | '2.1' | '2.2';
export type WcagLevel = 'A' | 'AA' | 'AAA';

/** One success criterion: its level and address in each version that has it. */
export interface WcagCriterion {
  number: string;
  title: string;
  versions: Partial<Record<WcagVersion, { level: WcagLevel; url: string }>>;
}

/** The four principles and their guidelines (WCAG 2.2, sections 1 to 4; W3C Document License). */
export const PRINCIPLES: Readonly<Record<string, string>> = {
  '1': 'Perceivable',
  '2': 'Operable',
  '3': 'Understandable',
  '4': 'Robust',
};

/** The guidelines, by number. */
export const GUIDELINES: Readonly<Record<string, string>> = {
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

/** WCAG of one version as a standard: cumulative levels, principle → guideline → criterion. */
export function wcagStandard(version: WcagVersion): BuiltInStandard {
  const key = `standard/wcag-${version}`;
  const id = (part: string): string => builtInId(`${key}/${part}`);
  const criteria = WCAG_CRITERIA.filter((criterion) => criterion.versions[version]);
  const guidelines = Object.entries(GUIDELINES).filter(([number]) =>
    criteria.some((criterion) => criterion.number.startsWith(`${number}.`)),
  );
  return {
    id: builtInId(key),
    name: `WCAG ${version}`,
    slug: `wcag-${version.replace('.', '-')}`,
    description: `Web Content Accessibility Guidelines ${version}, a W3C Recommendation.`,
    cumulative: true,
    levels: LEVELS.map((name, sortOrder) => ({ id: id(`level/${name}`), name, sortOrder })),
    groups: [
      ...Object.entries(PRINCIPLES).map(([number, name]) => ({ number, name, parentId: null })),
      ...guidelines.map(([number, name]) => ({ number, name, parentId: id(`group/${number.split('.')[0]}`) })),
    ].map(({ number, name, parentId }, sortOrder) => ({
      id: id(`group/${number}`),
      name: `${number} ${name}`,
      description: null,
      parentId,
      sortOrder,
    })),
    requirements: criteria.map(({ number, title, versions }, sortOrder) => ({
      id: id(`requirement/${number}`),
      name: `${number} ${title}`,
      description: null,
      url: versions[version]!.url,
      levelId: id(`level/${versions[version]!.level}`),
      groupId: id(`group/${number.split('.').slice(0, 2).join('.')}`),
      versions: Object.keys(versions),
      aiTestable: false,
      metadata: { wcag: number },
      sortOrder,
    })),
  };
}
