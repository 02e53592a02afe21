export type WcagVersion = '2.0' | '2.1' | '2.2';
export type WcagLevel = 'A' | 'AA' | 'AAA';

/** One success criterion: its level and address in each version that has it. */
export interface WcagCriterion {
  number: string;
  title: string;
  /** `title`: where a version has another one. */
  versions: Partial<Record<WcagVersion, { level: WcagLevel; url: string; title?: string }>>;
}
