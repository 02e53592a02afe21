import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Agents of the operator work for all organizations that have none of their own, for accounts in turns. */
export class AgentsOfTheOperator1770000000212 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE agents ALTER COLUMN organization_id DROP NOT NULL;
      COMMENT ON COLUMN agents.organization_id IS 'null: of the operator, for all organizations that have none of their own';

      CREATE TABLE agent_turns (
        account text NOT NULL,
        taken_at timestamptz(3) NOT NULL,
        CONSTRAINT pk_agent_turns PRIMARY KEY (account)
      );
      COMMENT ON TABLE agent_turns IS 'when agents of the operator took a run of an account of work last';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE agent_turns;
      DELETE FROM agents WHERE organization_id IS NULL;
      ALTER TABLE agents ALTER COLUMN organization_id SET NOT NULL;
    `);
  }
}
