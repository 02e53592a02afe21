import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = [
  'products',
  'areas',
  'audits',
  'issues',
  'findings',
  'risks',
  'webhooks',
  'standards',
  'requirement_groups',
  'requirements',
  'saved_views',
];

/** How often people have changed a record: who changes it for an earlier revision can be told. A constant default rewrites no table. */
export class Revisions1760000000096 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} ADD revision int NOT NULL DEFAULT 1`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} DROP revision`);
  }
}
