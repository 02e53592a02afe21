import { query } from '#libs/database';
import { requireEach, unknownReference } from '#libs/errors';
import type { EntityManager } from 'typeorm';
import { pickDefined } from '../../platform/lists/changed-fields.js';
import type { Lock } from '../../platform/work/locks.js';
import { RequirementGroup } from './requirement-group.entity.js';
import { StandardLevel } from './standard-level.entity.js';
import { Standard } from './standard.entity.js';
import { standardsStayLock } from './standards-lock.js';
import { type InheritedConformance, WITHOUT_REMOVED } from './standards.sql.js';

/** The standard and the level that a record copies, without what has been removed. Call with `standardsStayLock`. */
export async function withoutRemoved(
  tx: EntityManager,
  { standardId, conformanceLevelId }: InheritedConformance,
): Promise<InheritedConformance> {
  const [found] = await query(tx, WITHOUT_REMOVED, [standardId, conformanceLevelId]);
  return found!;
}

/** What a change of a record says of its standard and its level: absent means unchanged. */
interface ConformanceChange {
  standardId?: string | null;
  conformanceLevel?: string | null;
}

/** Keeps the standard and the level that a change names, as far as they still exist, from being removed. */
export const referenceLocks = (organizationId: string, { standardId, conformanceLevel }: ConformanceChange): Lock[] =>
  standardId || conformanceLevel ? [standardsStayLock(organizationId)] : [];

/** What a change sets: a new standard clears a level that is not in it, unless the change names one. */
export function changedConformance(
  current: InheritedConformance,
  { standardId, conformanceLevel }: ConformanceChange,
): Partial<InheritedConformance> {
  const isNew = standardId !== undefined && standardId !== current.standardId;
  const conformanceLevelId = conformanceLevel === undefined && isNew ? null : conformanceLevel;
  return pickDefined({ standardId, conformanceLevelId }, 'standardId', 'conformanceLevelId');
}

/**
 * Refuses a standard that the organization may not use, and a level that is not one of the record's standard as it will
 * be; both at once.
 * @param fallback the standard of records that have none of their own
 * @throws InvalidInput
 */
export async function requireConformance(
  tx: EntityManager,
  organizationId: string,
  current: Pick<InheritedConformance, 'standardId'>,
  { standardId, conformanceLevel }: ConformanceChange,
  fallback: string | null = null,
): Promise<void> {
  let levelsOf = (standardId === undefined ? current.standardId : standardId) ?? fallback;
  await requireEach(
    async () => {
      if (!standardId || (await isUsable(tx, organizationId, standardId))) return;
      // Nothing is said of the levels of a standard that is not theirs.
      levelsOf = null;
      throw unknownReference('/standardId', 'standard', standardId);
    },
    async () => conformanceLevel && requireLevel(tx, levelsOf, conformanceLevel),
  );
}

/** Whether an organization may use a standard: a built-in one, or its own. */
async function isUsable(tx: EntityManager, organizationId: string, standardId: string): Promise<boolean> {
  const standard = await tx.findOneBy(Standard, { id: standardId });
  return standard !== null && (standard.organizationId === null || standard.organizationId === organizationId);
}

/** A level of this standard; without a standard there are none. 400 otherwise. */
export async function requireLevel(
  tx: EntityManager,
  standardId: string | null,
  levelId: string,
  pointer = '/conformanceLevel',
): Promise<void> {
  if (!standardId || !(await tx.existsBy(StandardLevel, { id: levelId, standardId })))
    throw unknownReference(pointer, 'conformance level', levelId);
}

/** A group of this standard. 400 otherwise. */
export async function requireGroup(
  tx: EntityManager,
  standardId: string,
  groupId: string,
  pointer: string,
): Promise<void> {
  if (!(await tx.existsBy(RequirementGroup, { id: groupId, standardId })))
    throw unknownReference(pointer, 'group', groupId);
}
