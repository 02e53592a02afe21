import type { ConformanceSettings } from './conformance.js';
import type { BuiltInStandard } from './built-in-standard.js';
import { en301549 } from './en-301-549.js';
import { rgaa } from './rgaa.js';
import { section508 } from './section-508.js';
import { wcagStandard } from './wcag.js';

/** Every built-in standard, in the order of the list. */
export const BUILT_IN_STANDARDS: readonly BuiltInStandard[] = [
  wcagStandard('2.2'),
  wcagStandard('2.1'),
  wcagStandard('2.0'),
  en301549(),
  section508(),
  rgaa(),
];

/** The standard whose criteria findings name themselves (`rgaa:1.1`). */
export const RGAA_ID = BUILT_IN_STANDARDS.find(({ slug }) => slug === 'rgaa')!.id;

/** The ids of the requirements that do not apply to every product. */
export const LIMITED_REQUIREMENTS: ReadonlySet<string> = new Set(
  BUILT_IN_STANDARDS.flatMap(({ requirements }) =>
    requirements.flatMap(({ id, appliesTo }) => (appliesTo === null ? [] : [id])),
  ),
);

/** What holds where neither product nor organization names a standard: WCAG 2.2, level AA. */
export const DEFAULT_STANDARD_ID = BUILT_IN_STANDARDS[0]!.id;
export const DEFAULT_LEVEL_ID = BUILT_IN_STANDARDS[0]!.levels[1]!.id;

/** The standard and the level that are in force where these are chosen, which may be none. */
export const orBuiltIn = ({
  standardId,
  conformanceLevelId,
}: Pick<ConformanceSettings, 'standardId' | 'conformanceLevelId'>): { standardId: string; levelId: string | null } =>
  standardId === null
    ? { standardId: DEFAULT_STANDARD_ID, levelId: DEFAULT_LEVEL_ID }
    : { standardId, levelId: conformanceLevelId };
