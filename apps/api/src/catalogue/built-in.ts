import { en301549 } from './en-301-549.js';
import { rgaa } from './rgaa.js';
import { section508 } from './section-508.js';
import { wcagStandard } from './wcag.js';

/** A standard that comes with the service. Ids are the same on every installation. */
export interface BuiltInStandard {
  id: string;
  name: string;
  slug: string;
  description: string;
  cumulative: boolean;
  levels: { id: string; name: string; sortOrder: number }[];
  groups: { id: string; name: string; description: string | null; parentId: string | null; sortOrder: number }[];
  requirements: {
    id: string;
    name: string;
    description: string | null;
    url: string | null;
    levelId: string | null;
    groupId: string | null;
    versions: string[];
    aiTestable: boolean;
    /** `wcag`: the number of the success criterion it stands for, or a list of several. */
    metadata: Record<string, unknown>;
    sortOrder: number;
  }[];
}

/** Every built-in standard, in the order of the list. */
export const BUILT_IN_STANDARDS: readonly BuiltInStandard[] = [
  wcagStandard('2.2'),
  wcagStandard('2.1'),
  wcagStandard('2.0'),
  en301549(),
  section508(),
  rgaa(),
];

/** What holds where neither product nor organization names a standard: WCAG 2.2, level AA. */
export const DEFAULT_STANDARD_ID = BUILT_IN_STANDARDS[0]!.id;
export const DEFAULT_LEVEL_ID = BUILT_IN_STANDARDS[0]!.levels[1]!.id;
