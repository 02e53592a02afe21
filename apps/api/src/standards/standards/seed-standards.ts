import type { EntityManager } from 'typeorm';
import { BUILT_IN_STANDARDS } from '../catalogue/built-in.js';

/**
 * Puts the built-in standards in place, or corrects them, in four statements whatever their size. Ids are the same on
 * every installation, so that a link to a requirement survives any upgrade.
 */
export async function seedStandards(tx: EntityManager): Promise<void> {
  const all = BUILT_IN_STANDARDS;
  await upsert(
    tx,
    'standards',
    { id: 'uuid', name: 'text', slug: 'text', description: 'text', source: 'text', cumulative: 'boolean' },
    all.map(({ id, name, slug, description, cumulative }) => ({
      id,
      name,
      slug,
      description,
      source: 'built_in',
      cumulative,
    })),
  );
  await upsert(
    tx,
    'standard_levels',
    { id: 'uuid', standard_id: 'uuid', name: 'text', sort_order: 'int' },
    all.flatMap(({ id, levels }) =>
      levels.map((level) => ({ id: level.id, standard_id: id, name: level.name, sort_order: level.sortOrder })),
    ),
  );
  await upsert(
    tx,
    'requirement_groups',
    { id: 'uuid', standard_id: 'uuid', parent_id: 'uuid', name: 'text', description: 'text', sort_order: 'int' },
    all.flatMap(({ id, groups }) =>
      groups.map((group) => ({
        id: group.id,
        standard_id: id,
        parent_id: group.parentId,
        name: group.name,
        description: group.description,
        sort_order: group.sortOrder,
      })),
    ),
  );
  await upsert(
    tx,
    'requirements',
    {
      id: 'uuid',
      standard_id: 'uuid',
      group_id: 'uuid',
      level_id: 'uuid',
      name: 'text',
      description: 'text',
      url: 'text',
      versions: 'text[]',
      ai_testable: 'boolean',
      metadata: 'jsonb',
      applies_to: 'jsonb',
      sort_order: 'int',
    },
    all.flatMap(({ id, requirements }) =>
      requirements.map((requirement) => ({
        id: requirement.id,
        standard_id: id,
        group_id: requirement.groupId,
        level_id: requirement.levelId,
        name: requirement.name,
        description: requirement.description,
        url: requirement.url,
        versions: requirement.versions,
        ai_testable: requirement.aiTestable,
        metadata: requirement.metadata,
        applies_to: requirement.appliesTo,
        sort_order: requirement.sortOrder,
      })),
    ),
  );
}

async function upsert(tx: EntityManager, table: string, types: Record<string, string>, rows: object[]): Promise<void> {
  const columns = Object.keys(types);
  const others = columns.filter((column) => column !== 'id');
  await tx.query(
    `INSERT INTO ${table} (${columns.join(', ')})
     SELECT ${columns.join(', ')} FROM jsonb_to_recordset($1::jsonb) AS r(${columns.map((c) => `${c} ${types[c]}`).join(', ')})
     ON CONFLICT (id) DO UPDATE SET ${others.map((c) => `${c} = excluded.${c}`).join(', ')}
     WHERE (${others.map((c) => `${table}.${c}`).join(', ')}) IS DISTINCT FROM (${others.map((c) => `excluded.${c}`).join(', ')})`,
    [JSON.stringify(rows)],
  );
}
