/**
 * People, how they sign in, and their sessions.
 * This is the schema of v0.1.0, which is never edited: a change is a migration of its own.
 */
export const PEOPLE = `
  -- People. Secrets are stored as hashes only.
  CREATE TABLE users (
    id uuid NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    email_verified boolean NOT NULL DEFAULT false,
    image text,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    two_factor_enabled boolean NOT NULL DEFAULT false,
    disabled_at timestamptz(3),
    CONSTRAINT pk_users PRIMARY KEY (id),
    CONSTRAINT ck_users_email_lower CHECK (email = lower(email))
  );
  -- One account of an address.
  CREATE UNIQUE INDEX uq_users_email ON users (email);

  -- How a person signs in: with a password, or with a provider.
  CREATE TABLE accounts (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    provider text NOT NULL,
    subject text NOT NULL,
    password_hash text,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    issuer text,
    CONSTRAINT pk_accounts PRIMARY KEY (id),
    CONSTRAINT uq_accounts_provider_subject UNIQUE NULLS NOT DISTINCT (provider, issuer, subject),
    CONSTRAINT fk_accounts_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
  );
  COMMENT ON COLUMN accounts.issuer IS
    'null: a password of ours; or a link from before, until the next start says whose it is';
  -- For the foreign key.
  CREATE INDEX ix_accounts_user ON accounts (user_id);

  -- Sessions. Where the last write of one ends in the log of the database, lists of standbys show it.
  CREATE TABLE sessions (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    token_hash bytea NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    ip_address text,
    user_agent text,
    active_organization_id uuid,
    active_team_id uuid,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    remembered boolean NOT NULL DEFAULT true,
    factor_passed boolean NOT NULL DEFAULT false,
    written_to text,
    CONSTRAINT pk_sessions PRIMARY KEY (id),
    CONSTRAINT fk_sessions_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
  );
  -- Each request finds its session by the hash of the token.
  CREATE UNIQUE INDEX uq_sessions_token_hash ON sessions (token_hash);
  -- For the foreign key.
  CREATE INDEX ix_sessions_user ON sessions (user_id);
  -- What has expired is removed.
  CREATE INDEX ix_sessions_expires_at ON sessions (expires_at);
  -- For the foreign key.
  CREATE INDEX ix_sessions_active_organization ON sessions (active_organization_id)
    WHERE active_organization_id IS NOT NULL;
  CREATE INDEX ix_sessions_active_team ON sessions (active_team_id) WHERE active_team_id IS NOT NULL;

  -- Changes of addresses. The former one is held for a time, so that it can be restored.
  CREATE TABLE address_changes (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    former_email text NOT NULL,
    former_verified boolean NOT NULL,
    email text NOT NULL,
    requested_at timestamptz(3) NOT NULL,
    confirmed_at timestamptz(3),
    held_until timestamptz(3),
    CONSTRAINT pk_address_changes PRIMARY KEY (id),
    CONSTRAINT fk_address_changes_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
  );
  COMMENT ON COLUMN address_changes.confirmed_at IS 'null: the new address has not confirmed';
  COMMENT ON COLUMN address_changes.held_until IS
    'until then the former address can be restored, and nobody else can take it';
  -- One change of a person waits at a time.
  CREATE UNIQUE INDEX uq_address_changes_pending ON address_changes (user_id) WHERE confirmed_at IS NULL;
  -- The changes of a person, in their order; also for the foreign key.
  CREATE INDEX ix_address_changes_user ON address_changes (user_id, requested_at);
  -- Whoever takes an address asks whether it is held for another account.
  CREATE INDEX ix_address_changes_held ON address_changes (former_email) WHERE held_until IS NOT NULL;

  -- Links that were mailed.
  CREATE TABLE verifications (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    purpose text NOT NULL,
    token_hash bytea NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    email text NOT NULL,
    address_change_id uuid,
    CONSTRAINT pk_verifications PRIMARY KEY (id),
    CONSTRAINT fk_verifications_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT fk_verifications_address_change FOREIGN KEY (address_change_id)
      REFERENCES address_changes (id) ON DELETE CASCADE,
    CONSTRAINT ck_verifications_purpose CHECK
      (purpose IN ('password_reset', 'email', 'change_email', 'restore_address'))
  );
  -- A mailed link is found by the hash of its secret.
  CREATE UNIQUE INDEX uq_verifications_token_hash ON verifications (token_hash);
  -- A new link replaces those of the same purpose; also for the foreign key.
  CREATE INDEX ix_verifications_user ON verifications (user_id, purpose);
  -- For the foreign key.
  CREATE INDEX ix_verifications_address_change ON verifications (address_change_id)
    WHERE address_change_id IS NOT NULL;
  -- What has expired is removed.
  CREATE INDEX ix_verifications_expires_at ON verifications (expires_at);

  -- Sign-ins with a provider that are under way.
  CREATE TABLE provider_sign_ins (
    id uuid NOT NULL,
    secret_hash bytea NOT NULL,
    callback_url text NOT NULL,
    error_callback_url text,
    expires_at timestamptz(3) NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    invitation_id text,
    invitation_token_hash bytea,
    CONSTRAINT pk_provider_sign_ins PRIMARY KEY (id)
  );
  -- Who comes back from a provider is known by the hash of a secret.
  CREATE UNIQUE INDEX uq_provider_sign_ins_secret_hash ON provider_sign_ins (secret_hash);
  -- What has expired is removed.
  CREATE INDEX ix_provider_sign_ins_expires_at ON provider_sign_ins (expires_at);

  CREATE TABLE second_factors (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    seed text NOT NULL,
    active boolean NOT NULL DEFAULT false,
    last_step bigint,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT pk_second_factors PRIMARY KEY (id),
    CONSTRAINT uq_second_factors_user_active UNIQUE (user_id, active),
    CONSTRAINT fk_second_factors_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
  );
  COMMENT ON TABLE second_factors IS
    'of each person at most one that is on, and one that waits for its first right code';
  COMMENT ON COLUMN second_factors.seed IS 'encrypted';
  COMMENT ON COLUMN second_factors.last_step IS 'the latest time step of which a code was used: no code is good twice';

  -- Codes that stand in for a second factor, each once.
  CREATE TABLE backup_codes (
    id uuid NOT NULL,
    factor_id uuid NOT NULL,
    code_hash bytea NOT NULL,
    CONSTRAINT pk_backup_codes PRIMARY KEY (id),
    CONSTRAINT uq_backup_codes_factor_code UNIQUE (factor_id, code_hash),
    CONSTRAINT fk_backup_codes_factor FOREIGN KEY (factor_id) REFERENCES second_factors (id) ON DELETE CASCADE
  );

  -- Sign-ins that wait for the second factor.
  CREATE TABLE sign_in_challenges (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    secret_hash bytea NOT NULL,
    remembered boolean NOT NULL,
    former_session_id uuid,
    wrong_codes int NOT NULL DEFAULT 0,
    expires_at timestamptz(3) NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT pk_sign_in_challenges PRIMARY KEY (id),
    CONSTRAINT uq_sign_in_challenges_secret UNIQUE (secret_hash),
    CONSTRAINT fk_sign_in_challenges_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
  );
  -- For the foreign key.
  CREATE INDEX ix_sign_in_challenges_user ON sign_in_challenges (user_id);
  -- What has expired is removed.
  CREATE INDEX ix_sign_in_challenges_expires_at ON sign_in_challenges (expires_at);

  -- Wrong codes, whose number is limited.
  CREATE TABLE wrong_codes (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT pk_wrong_codes PRIMARY KEY (id),
    CONSTRAINT fk_wrong_codes_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
  );
  -- Wrong codes of the last minutes are counted; also for the foreign key.
  CREATE INDEX ix_wrong_codes_user ON wrong_codes (user_id, at);
`;
