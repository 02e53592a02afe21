import { isId } from '#libs/ids';

/** What a record that has a slug can be named by. */
export interface NamedRecord {
  id: string;
  slug: string;
  formerSlugs: readonly string[];
}

const UUID = '(?i)^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
const idIn = (name: string): string => `substring(${name}::text, '${UUID}')::uuid`;

/**
 * In SQL the id of the record that a parameter names: by its id, its slug or a former slug, the first of these that
 * there is. Each is looked up only where those before it found nothing.
 * @param idWhere the subquery that reads the id of the record `named` under a condition
 */
export const namedId = (idWhere: (condition: string) => string, name: string): string => `coalesce(
    ${idWhere(`named.id = ${idIn(name)}`)},
    ${idWhere(`named.slug = ${name}::text`)},
    ${idWhere(`named.former_slugs @> ARRAY[${name}::text] AND named.former_slugs <> '{}'`)})`;

/** The same among records that were read. */
export function recordNamed<T extends NamedRecord>(records: readonly T[], name: string): T | undefined {
  const byId = isId(name) ? records.find(({ id }) => id === name.toLowerCase()) : undefined;
  return (
    byId ?? records.find(({ slug }) => slug === name) ?? records.find(({ formerSlugs }) => formerSlugs.includes(name))
  );
}
