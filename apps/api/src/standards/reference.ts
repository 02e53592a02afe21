import { unknownReference } from '#libs/errors';
import type { EntityManager } from 'typeorm';
import { StandardLevel } from './standard-level.entity.js';
import { Standard } from './standard.entity.js';

/** A standard and a level that a record takes over from where they are set. */
interface Inherited {
  standardId: string | null;
  conformanceLevelId: string | null;
}

/** The same as far as they exist, kept from being removed until this transaction has ended. */
export async function holdInherited(
  tx: EntityManager,
  { standardId, conformanceLevelId }: Inherited,
): Promise<Inherited> {
  const [standard] = await tx.query<unknown[]>('SELECT 1 FROM standards WHERE id = $1 FOR KEY SHARE', [standardId]);
  const [level] = await tx.query<unknown[]>('SELECT 1 FROM standard_levels WHERE id = $1 FOR KEY SHARE', [
    conformanceLevelId,
  ]);
  return { standardId: standard ? standardId : null, conformanceLevelId: level ? conformanceLevelId : null };
}

/**
 * Keeps a standard and a level, as far as they still exist, from being removed until this transaction has ended. To be
 * called before the record that names them is locked: their removal takes them in this order too.
 */
export async function holdReferences(
  tx: EntityManager,
  { standardId, conformanceLevel }: { standardId?: string | null; conformanceLevel?: string | null },
): Promise<void> {
  if (standardId) await tx.query('SELECT 1 FROM standards WHERE id = $1 FOR KEY SHARE', [standardId]);
  if (conformanceLevel) await tx.query('SELECT 1 FROM standard_levels WHERE id = $1 FOR KEY SHARE', [conformanceLevel]);
}

/** A standard that an organization may use: built in, or its own. 400 for any other. */
export async function requireStandard(
  tx: EntityManager,
  organizationId: string,
  standardId: string,
  pointer = '/standardId',
): Promise<void> {
  const standard = await tx.findOneBy(Standard, { id: standardId });
  if (!standard || (standard.organizationId !== null && standard.organizationId !== organizationId)) {
    throw unknownReference(pointer, 'standard', standardId);
  }
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
