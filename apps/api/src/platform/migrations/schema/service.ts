/**
 * The service itself, its events and its mails.
 * This is the schema of v0.1.0, which is never edited: a change is a migration of its own.
 */
export const SERVICE = `
  -- Limits that replicas share. Unlogged: losing them in a crash only forgives a minute.
  CREATE UNLOGGED TABLE rate_limits (
    key varchar(255) NOT NULL,
    points int NOT NULL DEFAULT 0,
    expire bigint,
    address varchar(64),
    CONSTRAINT pk_rate_limits PRIMARY KEY (key)
  );
  -- What has expired is removed.
  CREATE INDEX ix_rate_limits_expire ON rate_limits (expire);
  -- The addresses from which a credential was valid lately: the newest of each are kept.
  CREATE INDEX ix_rate_limits_address ON rate_limits (address, expire) WHERE address IS NOT NULL;

  -- One row that workers write each second, by which the lag of a standby is measured.
  CREATE TABLE heartbeat (
    id int NOT NULL,
    at timestamptz NOT NULL,
    CONSTRAINT pk_heartbeat PRIMARY KEY (id),
    CONSTRAINT ck_heartbeat_id CHECK (id = 1)
  );

  INSERT INTO heartbeat VALUES (1, now());

  -- One value that only the SECRET_KEY of this database decrypts.
  CREATE TABLE secret_key_check (
    only_row boolean NOT NULL DEFAULT true,
    sealed text NOT NULL,
    CONSTRAINT pk_secret_key_check PRIMARY KEY (only_row),
    CONSTRAINT ck_secret_key_check_only_row CHECK (only_row)
  );

  -- The append-only log. Events about security outlive their organization, so they refer to it by no key.
  CREATE TABLE events (
    id uuid NOT NULL,
    organization_id uuid NOT NULL,
    product_id uuid,
    at timestamptz(3) NOT NULL DEFAULT now(),
    actor_kind text NOT NULL,
    actor_id uuid,
    actor_name text NOT NULL,
    type text NOT NULL,
    subject_kind text NOT NULL,
    subject_id uuid,
    subject_number int,
    subject_title text,
    changes jsonb NOT NULL DEFAULT '[]',
    request_id text,
    account_id uuid,
    address text,
    user_agent text,
    kept_until timestamptz(3),
    CONSTRAINT ck_events_actor_kind CHECK (actor_kind IN ('user', 'api_key', 'system'))
  );
  COMMENT ON COLUMN events.account_id IS 'the person whose account it concerns; no key, for it may outlive the person';
  COMMENT ON COLUMN events.kept_until IS 'of an organization that is gone: when it goes, too';
  -- The change log, the newest first.
  CREATE INDEX ix_events_organization_at ON events (organization_id, at DESC, id DESC);
  -- The change log by each of its filters, the newest first.
  CREATE INDEX ix_events_organization_type ON events (organization_id, type, at DESC, id DESC);
  CREATE INDEX ix_events_organization_actor ON events (organization_id, actor_id, at DESC, id DESC);
  CREATE INDEX ix_events_organization_subject ON events (organization_id, subject_kind, at DESC, id DESC);
  -- What has been kept long enough is removed.
  CREATE INDEX ix_events_kept_until ON events (kept_until) WHERE kept_until IS NOT NULL;
  -- The change log by each of its filters, the newest first.
  CREATE INDEX ix_events_product_actor ON events (organization_id, product_id, actor_id, at DESC, id DESC)
    WHERE product_id IS NOT NULL;
  -- The change log, the newest first.
  CREATE INDEX ix_events_product_at ON events (organization_id, product_id, at DESC, id DESC)
    WHERE product_id IS NOT NULL;
  -- The change log by each of its filters, the newest first.
  CREATE INDEX ix_events_product_subject ON events (organization_id, product_id, subject_kind, at DESC, id DESC)
    WHERE product_id IS NOT NULL;
  CREATE INDEX ix_events_product_type ON events (organization_id, product_id, type, at DESC, id DESC)
    WHERE product_id IS NOT NULL;
  -- After the indexes above: without statistics the planner takes the newest of those that cost the same.
  ALTER TABLE events ADD CONSTRAINT pk_events PRIMARY KEY (organization_id, id);
  -- A product is of one organization: a planner that took the two for independent would expect too few rows.
  CREATE STATISTICS st_events_product (dependencies) ON organization_id, product_id FROM events;

  -- Events of people outside of any organization, and their own copies of what concerns their accounts.
  CREATE TABLE account_events (
    id uuid NOT NULL,
    organization_id uuid,
    at timestamptz(3) NOT NULL DEFAULT now(),
    actor_kind text NOT NULL,
    actor_id uuid,
    actor_name text NOT NULL,
    type text NOT NULL,
    subject_kind text NOT NULL,
    subject_id uuid,
    subject_number int,
    subject_title text,
    changes jsonb NOT NULL DEFAULT '[]',
    request_id text,
    account_id uuid,
    address text,
    user_agent text,
    kept_until timestamptz(3),
    CONSTRAINT pk_account_events PRIMARY KEY (id),
    CONSTRAINT ck_account_events_actor_kind CHECK (actor_kind IN ('user', 'api_key', 'system'))
  );
  COMMENT ON COLUMN account_events.organization_id IS
    'of the event that this is a copy of, as long as the organization exists';
  COMMENT ON COLUMN account_events.account_id IS
    'the person whose account it concerns; no key, for it may outlive the person';
  COMMENT ON COLUMN account_events.kept_until IS 'of an organization that is gone: when it goes, too';
  -- What concerns an account, the newest first.
  CREATE INDEX ix_account_events_account ON account_events (account_id, at DESC, id DESC)
    WHERE account_id IS NOT NULL;
  -- What a person did: their export, and what is erased with their account.
  CREATE INDEX ix_account_events_actor ON account_events (actor_id, at) WHERE actor_kind = 'user';
  -- What is kept for a time only, once the organization is gone.
  CREATE INDEX ix_account_events_organization ON account_events (organization_id)
    WHERE organization_id IS NOT NULL;
  -- What has been kept long enough is removed.
  CREATE INDEX ix_account_events_kept_until ON account_events (kept_until) WHERE kept_until IS NOT NULL;

  -- Mails that were asked for: what limits their number, and all that waits until one is sent.
  CREATE TABLE mail_orders (
    id uuid NOT NULL,
    kind text NOT NULL,
    recipient text NOT NULL,
    subject_id uuid,
    organization_id uuid,
    network text,
    requested_at timestamptz(3) NOT NULL,
    due_at timestamptz(3) NOT NULL,
    settled_at timestamptz(3),
    CONSTRAINT pk_mail_orders PRIMARY KEY (id)
  );
  -- How many mails a recipient has been sent lately is limited.
  CREATE INDEX ix_mail_orders_recipient ON mail_orders (recipient, kind, due_at);
  -- How many mails an organization has sent lately is limited.
  CREATE INDEX ix_mail_orders_organization ON mail_orders (organization_id, kind, requested_at)
    WHERE organization_id IS NOT NULL;
`;
