import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Passes know the pull or merge request that their token named. */
export class PassesOfProposals1770000000112 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE ingest_passes ADD COLUMN proposal_number int;
      COMMENT ON COLUMN ingest_passes.proposal_number IS 'the only proposal that it reports for; null: its token named none';`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE ingest_passes DROP COLUMN proposal_number');
  }
}
