/**
 * Webhooks, and what comes from GitHub.
 * This is the schema of v0.1.0, which is never edited: a change is a migration of its own.
 */
export const WEBHOOKS = `
  CREATE TYPE delivery_status AS ENUM ('pending', 'delivered', 'failed');

  CREATE TABLE webhooks (
    id uuid NOT NULL,
    organization_id uuid NOT NULL,
    url text NOT NULL,
    description text,
    types text[] NOT NULL DEFAULT '{}',
    enabled boolean NOT NULL DEFAULT true,
    disabled_reason text,
    secret text NOT NULL,
    previous_secret text,
    previous_secret_until timestamptz(3),
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    revision int NOT NULL DEFAULT 1,
    CONSTRAINT fk_webhooks_organization FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE
  );
  COMMENT ON COLUMN webhooks.types IS 'empty: all of them';
  COMMENT ON COLUMN webhooks.secret IS 'encrypted with SECRET_KEY, or whsec_ where it was stored before there was one';
  -- The list of webhooks; whether there is any is asked with every event.
  CREATE INDEX ix_webhooks_organization ON webhooks (organization_id, created_at, id);
  -- After the indexes above: without statistics the planner takes the newest of those that cost the same.
  ALTER TABLE webhooks ADD CONSTRAINT pk_webhooks PRIMARY KEY (organization_id, id);

  -- Messages of webhooks.
  CREATE TABLE webhook_deliveries (
    id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    event_id uuid,
    type text NOT NULL,
    payload text NOT NULL,
    status delivery_status NOT NULL DEFAULT 'pending',
    attempts int NOT NULL DEFAULT 0,
    response_status int,
    error text,
    next_attempt_at timestamptz(3),
    delivered_at timestamptz(3),
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    organization_id uuid NOT NULL,
    CONSTRAINT pk_webhook_deliveries PRIMARY KEY (organization_id, id),
    CONSTRAINT uq_webhook_deliveries_event UNIQUE (organization_id, webhook_id, event_id, type),
    CONSTRAINT fk_webhook_deliveries_webhook FOREIGN KEY (organization_id, webhook_id)
      REFERENCES webhooks (organization_id, id) ON DELETE CASCADE
  );
  -- The deliveries of a webhook, the newest first.
  CREATE INDEX ix_webhook_deliveries_created ON webhook_deliveries (webhook_id, created_at DESC, id DESC);
  -- What should have been sent, over all organizations, is scheduled anew.
  CREATE INDEX ix_webhook_deliveries_due ON webhook_deliveries (next_attempt_at) WHERE status = 'pending';
  -- Deliveries that ended long ago are removed.
  CREATE INDEX ix_webhook_deliveries_ended ON webhook_deliveries (created_at) WHERE status <> 'pending';
  -- How many wait for a webhook is limited, and counted quickly.
  CREATE INDEX ix_webhook_deliveries_pending ON webhook_deliveries (webhook_id) WHERE status = 'pending';

  -- What deliveries of GitHub are signed with.
  CREATE TABLE github_secrets (
    organization_id uuid NOT NULL,
    secret text NOT NULL,
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT pk_github_secrets PRIMARY KEY (organization_id),
    CONSTRAINT fk_github_secrets_organization FOREIGN KEY (organization_id)
      REFERENCES organizations (id) ON DELETE CASCADE
  );
  COMMENT ON COLUMN github_secrets.secret IS 'encrypted with SECRET_KEY';

  -- Deliveries of GitHub that were taken: none is applied twice.
  CREATE TABLE github_deliveries (
    organization_id uuid NOT NULL,
    id text NOT NULL,
    received_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT pk_github_deliveries PRIMARY KEY (organization_id, id),
    CONSTRAINT fk_github_deliveries_organization FOREIGN KEY (organization_id)
      REFERENCES organizations (id) ON DELETE CASCADE
  );
  -- Deliveries of long ago are removed.
  CREATE INDEX ix_github_deliveries_received ON github_deliveries (received_at);
`;
