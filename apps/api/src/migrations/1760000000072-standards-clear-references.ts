import type { MigrationInterface, QueryRunner } from 'typeorm';

const LEVEL = 'REFERENCES standard_levels (id)';
const LEVEL_OF_STANDARD = 'REFERENCES standard_levels (standard_id, id)';
const STANDARD = 'REFERENCES standards (id)';

/** Table, constraint, key, and the columns that it used to clear. */
const CLEARED = [
  ['products', 'fk_products_standard', `(standard_id) ${STANDARD}`, ''],
  ['products', 'fk_products_conformance_level', `(conformance_level_id) ${LEVEL}`, ''],
  ['audits', 'fk_audits_standard', `(standard_id) ${STANDARD}`, ''],
  ['audits', 'fk_audits_conformance_level', `(conformance_level_id) ${LEVEL}`, ''],
  ['organizations', 'fk_organizations_standard', `(standard_id) ${STANDARD}`, ''],
  [
    'organizations',
    'fk_organizations_conformance_level',
    `(standard_id, conformance_level_id) ${LEVEL_OF_STANDARD}`,
    '(conformance_level_id)',
  ],
  ['requirements', 'fk_requirements_level', `(standard_id, level_id) ${LEVEL_OF_STANDARD}`, '(level_id)'],
  [
    'requirements',
    'fk_requirements_group',
    '(standard_id, group_id) REFERENCES requirement_groups (standard_id, id)',
    '(group_id)',
  ],
  [
    'requirement_groups',
    'fk_requirement_groups_parent',
    '(standard_id, parent_id) REFERENCES requirement_groups (standard_id, id)',
    '(parent_id)',
  ],
] as const;

/** What refers to a standard, a level or a group is cleared in code before that goes. */
export class StandardsClearReferences1760000000072 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, name, key] of CLEARED)
      await runner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}, ADD CONSTRAINT ${name} FOREIGN KEY ${key}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, name, key, columns] of CLEARED)
      await runner.query(
        `ALTER TABLE ${table} DROP CONSTRAINT ${name}, ADD CONSTRAINT ${name} FOREIGN KEY ${key} ON DELETE SET NULL ${columns}`,
      );
  }
}
