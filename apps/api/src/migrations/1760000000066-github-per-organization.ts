import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each organization listens to GitHub with a secret of its own. */
export class GitHubPerOrganization1760000000066 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE github_secrets (
        organization_id uuid CONSTRAINT pk_github_secrets PRIMARY KEY
          CONSTRAINT fk_github_secrets_organization REFERENCES organizations ON DELETE CASCADE,
        secret text NOT NULL,
        updated_at timestamptz(3) NOT NULL DEFAULT now()
      );
      COMMENT ON COLUMN github_secrets.secret IS 'encrypted with SECRET_KEY';

      CREATE TABLE github_deliveries (
        organization_id uuid CONSTRAINT fk_github_deliveries_organization REFERENCES organizations ON DELETE CASCADE,
        id text,
        received_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT pk_github_deliveries PRIMARY KEY (organization_id, id)
      );
      CREATE INDEX ix_github_deliveries_received ON github_deliveries (received_at);
      DROP TABLE inbound_deliveries;

      CREATE TABLE external_events (
        issue_id uuid CONSTRAINT pk_external_events PRIMARY KEY
          CONSTRAINT fk_external_events_issue REFERENCES issues ON DELETE CASCADE,
        source_url text NOT NULL,
        at timestamptz(3) NOT NULL,
        action text NOT NULL
      );
      COMMENT ON TABLE external_events IS 'the last event of an external tracker that was applied to an issue';

      -- By organization, and short whatever the address: a long one has no room in an index.
      DROP INDEX ix_issues_external;
      CREATE INDEX ix_issues_external ON issues (organization_id, md5(source_url)) WHERE source = 'external' AND source_url IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX ix_issues_external;
      CREATE INDEX ix_issues_external ON issues (source_url) WHERE source = 'external' AND source_url IS NOT NULL;
      DROP TABLE external_events, github_deliveries, github_secrets;
      CREATE TABLE inbound_deliveries (
        id text CONSTRAINT pk_inbound_deliveries PRIMARY KEY,
        received_at timestamptz(3) NOT NULL DEFAULT now()
      );
      CREATE INDEX ix_inbound_deliveries_received ON inbound_deliveries (received_at);
    `);
  }
}
