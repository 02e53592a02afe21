import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Monitors look at pages again and again, by agents that run elsewhere. */
export class Monitors1770000000211 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE inventory_pages ADD COLUMN looked_at timestamptz(3);
      ALTER TABLE inventory_pages ADD COLUMN template text;
      ALTER TABLE inventory_pages ADD COLUMN finding_count int;
      ALTER TABLE inventory_pages ADD COLUMN gone_runs int NOT NULL DEFAULT 0;
      COMMENT ON COLUMN inventory_pages.gone_runs IS 'in how many runs, one after the other, it was gone';
      -- Pages by the last look at them, and by what it found.
      CREATE INDEX ix_inventory_pages_looked ON inventory_pages (organization_id, product_id, looked_at DESC NULLS LAST, id DESC);
      CREATE INDEX ix_inventory_pages_findings ON inventory_pages (organization_id, product_id, finding_count DESC NULLS LAST, id DESC);

      CREATE TABLE monitors (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        product_id uuid NOT NULL,
        number int NOT NULL,
        name text NOT NULL,
        environment text,
        source jsonb NOT NULL,
        schedule jsonb,
        labels text[] NOT NULL,
        tools jsonb NOT NULL,
        viewports jsonb NOT NULL,
        colour_scheme text,
        wait_for text,
        steps jsonb NOT NULL,
        budget jsonb NOT NULL,
        pace jsonb NOT NULL,
        state text NOT NULL,
        next_at timestamptz(3),
        failures int NOT NULL DEFAULT 0,
        revision int NOT NULL DEFAULT 1,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT pk_monitors PRIMARY KEY (organization_id, id),
        CONSTRAINT uq_monitors_number UNIQUE (organization_id, product_id, number),
        CONSTRAINT uq_monitors_product_id UNIQUE (organization_id, product_id, id),
        CONSTRAINT fk_monitors_product FOREIGN KEY (organization_id, product_id)
          REFERENCES products (organization_id, id) ON DELETE CASCADE,
        CONSTRAINT ck_monitors_state CHECK (state IN ('on', 'resting')),
        CONSTRAINT ck_monitors_colour_scheme CHECK (colour_scheme IN ('light', 'dark'))
      );
      COMMENT ON COLUMN monitors.failures IS 'runs that have failed, one after the other';
      -- What is due, in whichever organization.
      CREATE INDEX ix_monitors_due ON monitors (next_at) WHERE next_at IS NOT NULL AND state = 'on';

      CREATE TABLE monitor_runs (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        product_id uuid NOT NULL,
        monitor_id uuid NOT NULL,
        state text NOT NULL,
        reason text,
        message text,
        trigger text NOT NULL,
        attempt int NOT NULL DEFAULT 0,
        was_cut boolean NOT NULL DEFAULT false,
        tool_versions jsonb NOT NULL DEFAULT '{}',
        reports jsonb NOT NULL DEFAULT '[]',
        revision int NOT NULL DEFAULT 1,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        started_at timestamptz(3),
        ended_at timestamptz(3),
        CONSTRAINT pk_monitor_runs PRIMARY KEY (organization_id, id),
        CONSTRAINT fk_monitor_runs_monitor FOREIGN KEY (organization_id, product_id, monitor_id)
          REFERENCES monitors (organization_id, product_id, id) ON DELETE CASCADE,
        CONSTRAINT ck_monitor_runs_state
          CHECK (state IN ('waiting', 'running', 'finishing', 'done', 'partial', 'failed', 'cancelled')),
        CONSTRAINT ck_monitor_runs_trigger CHECK (trigger IN ('schedule', 'manual')),
        CONSTRAINT ck_monitor_runs_ended CHECK ((ended_at IS NULL) = (state IN ('waiting', 'running', 'finishing')))
      );
      COMMENT ON COLUMN monitor_runs.was_cut IS 'pages were left out: the budget has ended, or there were too many findings';
      -- A monitor runs once at a time.
      CREATE UNIQUE INDEX uq_monitor_runs_under_way ON monitor_runs (organization_id, monitor_id)
        WHERE state IN ('waiting', 'running', 'finishing');
      -- The runs of a monitor, in the order of time.
      CREATE INDEX ix_monitor_runs_monitor ON monitor_runs (organization_id, monitor_id, created_at, id);
      -- For what goes with a monitor or a product.
      CREATE INDEX ix_monitor_runs_product ON monitor_runs (organization_id, product_id, monitor_id);

      CREATE TABLE monitor_run_pages (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        run_id uuid NOT NULL,
        url text NOT NULL,
        address_key uuid NOT NULL,
        depth int NOT NULL,
        state text NOT NULL,
        reason text,
        final_url text,
        title text,
        template text,
        ms int,
        finding_count int,
        findings text,
        CONSTRAINT pk_monitor_run_pages PRIMARY KEY (organization_id, id),
        CONSTRAINT uq_monitor_run_pages_address UNIQUE (organization_id, run_id, address_key),
        CONSTRAINT fk_monitor_run_pages_run FOREIGN KEY (organization_id, run_id)
          REFERENCES monitor_runs (organization_id, id) ON DELETE CASCADE,
        CONSTRAINT ck_monitor_run_pages_state CHECK (state IN ('open', 'in_hand', 'looked', 'failed', 'gone'))
      );
      COMMENT ON COLUMN monitor_run_pages.findings IS 'JSON: what was found there, until it is reported';
      -- What of a run is to be looked at next, and what has become of its pages.
      CREATE INDEX ix_monitor_run_pages_state ON monitor_run_pages (organization_id, run_id, state, depth, id);

      CREATE TABLE agents (
        id uuid NOT NULL,
        organization_id uuid NOT NULL,
        name text NOT NULL,
        labels text[] NOT NULL,
        token_hash bytea NOT NULL,
        version text,
        last_seen_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        suspended_by uuid,
        CONSTRAINT pk_agents PRIMARY KEY (id),
        CONSTRAINT uq_agents_token UNIQUE (token_hash),
        CONSTRAINT fk_agents_organization FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE
      );
      COMMENT ON COLUMN agents.suspended_by IS 'the recovery of its maker that has suspended it';
      -- The agents of an organization.
      CREATE INDEX ix_agents_organization ON agents (organization_id);

      CREATE TABLE agent_queue (
        run_id uuid NOT NULL,
        organization_id uuid NOT NULL,
        labels text[] NOT NULL,
        due_at timestamptz(3) NOT NULL DEFAULT now(),
        attempt int NOT NULL DEFAULT 0,
        agent_id uuid,
        lease uuid,
        lease_until timestamptz(3),
        is_cancelled boolean NOT NULL DEFAULT false,
        CONSTRAINT pk_agent_queue PRIMARY KEY (run_id),
        CONSTRAINT fk_agent_queue_organization FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE,
        CONSTRAINT ck_agent_queue_lease CHECK ((lease IS NULL) = (lease_until IS NULL) AND (lease IS NULL) = (agent_id IS NULL))
      ) WITH (fillfactor = 50);
      COMMENT ON TABLE agent_queue IS 'runs that wait for an agent or are in the hand of one: looked up before an organization is known';
      -- What an organization's agents may take.
      CREATE INDEX ix_agent_queue_due ON agent_queue (organization_id, due_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX ix_inventory_pages_looked, ix_inventory_pages_findings;
      ALTER TABLE inventory_pages DROP COLUMN looked_at, DROP COLUMN template, DROP COLUMN finding_count, DROP COLUMN gone_runs;
    `);
    await runner.query('DROP TABLE agent_queue, agents, monitor_run_pages, monitor_runs, monitors');
    await runner.query(`DELETE FROM product_counters WHERE kind = 'monitor'`);
  }
}
