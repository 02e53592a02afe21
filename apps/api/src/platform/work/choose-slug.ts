import { type EntityTarget, type FindOptionsWhere, Not, Raw } from 'typeorm';
import type { ChangeContext } from './change-context.js';
import { advisoryLock, type Lock } from './locks.js';
import { freeSlug, slugOf } from './slugs.js';

interface SlugRow {
  id: string;
  slug: string;
  formerSlugs?: string[];
}

/** Where a slug must be unique. */
export interface SlugSpace<T> {
  /** The kind of record, such as `product`; it is the slug if nothing is left of the name. */
  kind: string;
  /** Whose slugs these are, such as the organization's id; absent where they are everybody's. */
  owner?: string;
  /** The records whose slugs are taken, those of any of these conditions; absent: all. */
  where?: FindOptionsWhere<T>[];
  /** The record that gets the slug: its own is free to it, and so are those that it had. */
  except?: string;
  /** Whether slugs that records had are taken too. */
  keepsFormer?: boolean;
  /** Further slugs that are taken, of those that begin with a base. */
  alsoTaken?: (base: string) => Promise<readonly string[]>;
}

/** Units that choose or take slugs of one space wait for each other. */
export const slugLock = ({ kind, owner }: { kind: string; owner?: string }): Lock =>
  advisoryLock(`${kind} slugs`, ...(owner === undefined ? [] : [owner]));

/** The slug of a name, numbered where others have it: taken in turns, so that no two units choose the same. */
export async function chooseSlug<T extends SlugRow>(
  change: ChangeContext,
  entity: EntityTarget<T>,
  name: string,
  { kind, owner, where = [{}], except, keepsFormer = false, alsoTaken }: SlugSpace<T>,
): Promise<string> {
  await change.lock(slugLock({ kind, owner }));
  const base = slugOf(name, kind);
  const competes = (slug: string) => `(${slug} = :base OR starts_with(${slug}, :base || '-'))`;
  const competing = {
    slug: Raw((slug) => (keepsFormer ? `(${competes(slug)} OR ${hadBefore(slug, competes)})` : competes(slug)), {
      base,
    }),
    ...(except === undefined ? {} : { id: Not(except) }),
  };
  const taken = await change.tx.find(entity, {
    select: { id: true, slug: true, ...(keepsFormer && { formerSlugs: true }) } as object,
    where: where.map((condition) => Object.assign({}, condition, competing) as FindOptionsWhere<T>),
  });
  return freeSlug(base, [
    ...taken.flatMap(({ slug, formerSlugs = [] }) => [slug, ...formerSlugs]),
    ...((await alsoTaken?.(base)) ?? []),
  ]);
}

/** The same of the column beside that of the slug. */
function hadBefore(slug: string, competes: (slug: string) => string): string {
  const former = slug.replace('slug', 'former_slugs');
  return `${former} <> '{}' AND EXISTS (SELECT FROM unnest(${former}) former WHERE ${competes('former')})`;
}
