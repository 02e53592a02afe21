import { query } from '#libs/database';
import { mapInSlices } from '#libs/queues';
import type { EntityManager } from 'typeorm';
import type { AppliesTo } from '../../../standards/catalogue/applies-to.js';
import { BUILT_IN_STANDARDS } from '../../../standards/catalogue/built-in.js';
import type { RankedLevel } from '../../../standards/standards/in-scope.js';
import { RequirementGroup } from '../../../standards/standards/requirement-group.entity.js';
import { StandardLevel } from '../../../standards/standards/standard-level.entity.js';
import { Standard } from '../../../standards/standards/standard.entity.js';
import type { CatalogueName } from '../conformance-document.js';
import { numbered } from '../../../standards/standards/numbered.js';
import { REQUIREMENTS_OF_STANDARD } from './report-standard.sql.js';

/** A standard as reports need it. */
export interface ReportStandard {
  id: string;
  name: string;
  version: string | null;
  catalogue: CatalogueName | null;
  cumulative: boolean;
  /** The lowest first. */
  levels: (RankedLevel & { name: string })[];
  /** Each after its parent, in the order of the standard. */
  groups: { id: string; number: string | null; name: string; parentId: string | null }[];
  /** In the order of the standard. */
  requirements: ReportRequirement[];
}

export interface ReportRequirement {
  id: string;
  /** As the standard numbers it, else its place from 1. */
  number: string;
  name: string;
  levelId: string | null;
  groupId: string | null;
  /** To which products it applies; null: to every one. */
  appliesTo: AppliesTo | null;
  /** The WCAG criteria that it stands for. */
  wcag: string[];
}

const CATALOGUES: Readonly<Record<string, CatalogueName>> = {
  'wcag-2-0': 'wcag',
  'wcag-2-1': 'wcag',
  'wcag-2-2': 'wcag',
  'en-301-549': 'en-301-549',
  'section-508': 'section-508',
  rgaa: 'rgaa',
};
const BUILT_IN = new Map(BUILT_IN_STANDARDS.map(({ id, slug }) => [id, CATALOGUES[slug]!]));

/** What a standard is that comes with the service; null: one of an organization's own. */
export const catalogueOf = (standardId: string): CatalogueName | null => BUILT_IN.get(standardId) ?? null;

/** Loads a standard whole; null where it is gone. */
export async function loadStandard(tx: EntityManager, standardId: string): Promise<ReportStandard | null> {
  const standard = await tx.findOneBy(Standard, { id: standardId });
  if (!standard) return null;
  const rows = { where: { standardId: standard.id }, order: { sortOrder: 'ASC', id: 'ASC' } } as const;
  const catalogue = catalogueOf(standard.id);
  return {
    id: standard.id,
    name: standard.name,
    version: catalogue && (/(\d+(?:\.\d+)+)$/.exec(standard.name)?.[1] ?? null),
    catalogue,
    cumulative: standard.cumulative,
    levels: await tx.find(StandardLevel, rows),
    groups: inOrder(await tx.find(RequirementGroup, rows)).map(({ id, name, parentId }) => ({
      id,
      parentId,
      ...numbered(name),
    })),
    requirements: await mapInSlices(await query(tx, REQUIREMENTS_OF_STANDARD, [standard.id]), (row, index) => {
      const { number, name } = numbered(row.name);
      return { ...row, number: number ?? String(index + 1), name };
    }),
  };
}

/** The groups, each followed by those within it. */
function inOrder(groups: readonly RequirementGroup[], parentId: string | null = null): RequirementGroup[] {
  return groups
    .filter((group) => group.parentId === parentId)
    .flatMap((group) => [group, ...inOrder(groups, group.id)]);
}
