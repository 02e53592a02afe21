/**
 * Products with their Grades, and the keys and publishers that report on them.
 * This is the schema of v0.1.0, which is never edited: a change is a migration of its own.
 */
export const PRODUCTS = `
  CREATE TYPE product_type AS ENUM (
    'website', 'web-app', 'mobile-app', 'desktop-app', 'design-system', 'document', 'other'
  );

  CREATE TABLE products (
    id uuid NOT NULL,
    organization_id uuid NOT NULL,
    name text NOT NULL,
    slug text NOT NULL,
    description text,
    type product_type NOT NULL,
    standard_id uuid,
    conformance_level_id uuid,
    audit_frequency smallint,
    responsible_person_id uuid,
    archived_at timestamptz(3),
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    revision int NOT NULL DEFAULT 1,
    CONSTRAINT uq_products_organization_slug UNIQUE (organization_id, slug),
    CONSTRAINT ck_products_audit_frequency CHECK (audit_frequency IN (0, 3, 6, 12)),
    CONSTRAINT fk_products_organization FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE,
    CONSTRAINT fk_products_standard FOREIGN KEY (standard_id) REFERENCES standards (id),
    CONSTRAINT fk_products_conformance_level FOREIGN KEY (conformance_level_id) REFERENCES standard_levels (id),
    CONSTRAINT fk_products_responsible_person FOREIGN KEY (organization_id, responsible_person_id)
      REFERENCES members (organization_id, user_id)
  );
  -- The list of products by name.
  CREATE INDEX ix_products_organization_name ON products (organization_id, lower(name), id);
  -- For the foreign key.
  CREATE INDEX ix_products_responsible_person ON products (organization_id, responsible_person_id);
  CREATE INDEX ix_products_standard ON products (standard_id) WHERE standard_id IS NOT NULL;
  CREATE INDEX ix_products_conformance_level ON products (conformance_level_id)
    WHERE conformance_level_id IS NOT NULL;
  -- After the indexes above: without statistics the planner takes the newest of those that cost the same.
  ALTER TABLE products ADD CONSTRAINT pk_products PRIMARY KEY (organization_id, id);

  -- The next numbers of a product's records. Beside the product, which those who create lock in share mode: two that
  -- both wanted to write it would deadlock.
  CREATE TABLE product_counters (
    product_id uuid NOT NULL,
    kind text NOT NULL,
    value int NOT NULL,
    organization_id uuid NOT NULL,
    CONSTRAINT pk_product_counters PRIMARY KEY (organization_id, product_id, kind),
    CONSTRAINT fk_product_counters_product FOREIGN KEY (organization_id, product_id)
      REFERENCES products (organization_id, id) ON DELETE CASCADE
  ) WITH (fillfactor = 50);

  -- How many records of each kind a product has, so that the total of a list costs a few rows and not a scan.
  CREATE TABLE record_totals (
    organization_id uuid NOT NULL,
    product_id uuid NOT NULL,
    kind text NOT NULL,
    value int NOT NULL,
    CONSTRAINT pk_record_totals PRIMARY KEY (organization_id, product_id, kind),
    CONSTRAINT fk_record_totals_product FOREIGN KEY (organization_id, product_id)
      REFERENCES products (organization_id, id) ON DELETE CASCADE
  ) WITH (fillfactor = 50);

  CREATE TABLE areas (
    id uuid NOT NULL,
    product_id uuid NOT NULL,
    name text NOT NULL,
    slug text NOT NULL,
    description text,
    archived_at timestamptz(3),
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    organization_id uuid NOT NULL,
    revision int NOT NULL DEFAULT 1,
    CONSTRAINT pk_areas PRIMARY KEY (organization_id, id),
    CONSTRAINT uq_areas_product_id UNIQUE (organization_id, product_id, id),
    CONSTRAINT uq_areas_product_slug UNIQUE (organization_id, product_id, slug),
    CONSTRAINT fk_areas_product FOREIGN KEY (organization_id, product_id)
      REFERENCES products (organization_id, id) ON DELETE CASCADE
  );
  -- The list of areas by name.
  CREATE INDEX ix_areas_product_name ON areas (organization_id, product_id, lower(name), id);

  CREATE TABLE product_pins (
    organization_id uuid NOT NULL,
    user_id uuid NOT NULL,
    product_id uuid NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT pk_product_pins PRIMARY KEY (organization_id, user_id, product_id),
    CONSTRAINT fk_product_pins_member FOREIGN KEY (organization_id, user_id)
      REFERENCES members (organization_id, user_id) ON DELETE CASCADE,
    CONSTRAINT fk_product_pins_product FOREIGN KEY (organization_id, product_id)
      REFERENCES products (organization_id, id) ON DELETE CASCADE
  );
  -- For the foreign key.
  CREATE INDEX ix_product_pins_product ON product_pins (organization_id, product_id);

  -- The Grade of each product. Its row is the last lock of every transaction that changes a fact.
  CREATE TABLE current_grades (
    product_id uuid NOT NULL,
    grade jsonb,
    valid_until timestamptz(3),
    organization_id uuid NOT NULL,
    CONSTRAINT pk_current_grades PRIMARY KEY (organization_id, product_id),
    CONSTRAINT fk_current_grades_product FOREIGN KEY (organization_id, product_id)
      REFERENCES products (organization_id, id) ON DELETE CASCADE
  );
  -- Grades that change as time passes are computed again at that moment.
  CREATE INDEX ix_current_grades_valid_until ON current_grades (valid_until) WHERE valid_until IS NOT NULL;

  -- What the Grade was.
  CREATE TABLE grades (
    id uuid NOT NULL,
    product_id uuid NOT NULL,
    computed_at timestamptz(3) NOT NULL,
    letter text,
    score int,
    grade jsonb NOT NULL,
    organization_id uuid NOT NULL,
    CONSTRAINT pk_grades PRIMARY KEY (organization_id, id),
    CONSTRAINT fk_grades_product FOREIGN KEY (organization_id, product_id)
      REFERENCES products (organization_id, id) ON DELETE CASCADE
  );
  -- The history of the Grade, the newest first.
  CREATE INDEX ix_grades_product ON grades (organization_id, product_id, computed_at DESC, id DESC);

  -- A key goes with its owner's membership: coming back does not revive it.
  CREATE TABLE api_keys (
    id uuid NOT NULL,
    organization_id uuid NOT NULL,
    product_id uuid,
    name text NOT NULL,
    display_prefix text NOT NULL,
    secret_hash bytea NOT NULL,
    scopes text[] NOT NULL,
    owner_user_id uuid,
    last_used_at timestamptz(3),
    revoked_at timestamptz(3),
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    parent_id uuid,
    expires_at timestamptz(3),
    allowed_addresses text[],
    written_to text,
    CONSTRAINT pk_api_keys PRIMARY KEY (id),
    CONSTRAINT uq_api_keys_secret_hash UNIQUE (secret_hash),
    CONSTRAINT ck_api_keys_scopes CHECK (scopes <@ ARRAY['read', 'write', 'ingest'] AND cardinality(scopes) > 0),
    CONSTRAINT ck_api_keys_ownerless_ingest CHECK (owner_user_id IS NOT NULL OR scopes = ARRAY['ingest']),
    CONSTRAINT fk_api_keys_organization FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE,
    CONSTRAINT fk_api_keys_owner FOREIGN KEY (organization_id, owner_user_id)
      REFERENCES members (organization_id, user_id) ON DELETE CASCADE,
    CONSTRAINT fk_api_keys_parent FOREIGN KEY (parent_id) REFERENCES api_keys (id) ON DELETE CASCADE,
    CONSTRAINT ck_api_keys_allowed_addresses CHECK (cardinality(allowed_addresses) > 0)
  );
  COMMENT ON COLUMN api_keys.parent_id IS 'the key that made this one; null: a person did';
  COMMENT ON COLUMN api_keys.allowed_addresses IS 'addresses and CIDR blocks; null: from anywhere';
  -- The list of keys.
  CREATE INDEX ix_api_keys_organization ON api_keys (organization_id, created_at, id);
  -- The keys of a product end with it, by code: the two may be kept on different machines.
  CREATE INDEX ix_api_keys_product ON api_keys (organization_id, product_id);
  -- For the foreign key.
  CREATE INDEX ix_api_keys_owner ON api_keys (organization_id, owner_user_id);
  CREATE INDEX ix_api_keys_parent ON api_keys (parent_id) WHERE parent_id IS NOT NULL;

  -- Whom products trust: pipelines that report without a stored secret.
  CREATE TABLE trusted_publishers (
    id uuid NOT NULL,
    organization_id uuid NOT NULL,
    product_id uuid NOT NULL,
    issuer text NOT NULL,
    source_id text NOT NULL,
    claims jsonb NOT NULL,
    owner_user_id uuid NOT NULL,
    parent_key_id uuid,
    last_used_at timestamptz(3),
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT pk_trusted_publishers PRIMARY KEY (id),
    CONSTRAINT uq_trusted_publishers_claims UNIQUE (organization_id, product_id, issuer, claims),
    CONSTRAINT fk_trusted_publishers_organization FOREIGN KEY (organization_id)
      REFERENCES organizations (id) ON DELETE CASCADE,
    CONSTRAINT fk_trusted_publishers_parent_key FOREIGN KEY (parent_key_id) REFERENCES api_keys (id) ON DELETE CASCADE,
    CONSTRAINT fk_trusted_publishers_owner FOREIGN KEY (organization_id, owner_user_id)
      REFERENCES members (organization_id, user_id) ON DELETE CASCADE
  );
  COMMENT ON COLUMN trusted_publishers.source_id IS 'the repository or project that the claims name';
  COMMENT ON COLUMN trusted_publishers.parent_key_id IS 'the key that made this one; null: a person did';
  -- The token of a CI names its source, not the organization.
  CREATE INDEX ix_trusted_publishers_source ON trusted_publishers (issuer, source_id);
  -- For the foreign key.
  CREATE INDEX ix_trusted_publishers_owner ON trusted_publishers (organization_id, owner_user_id);
  CREATE INDEX ix_trusted_publishers_parent_key ON trusted_publishers (parent_key_id);

  -- What tokens of trusted publishers were exchanged for.
  CREATE TABLE ingest_passes (
    id uuid NOT NULL,
    organization_id uuid NOT NULL,
    product_id uuid NOT NULL,
    publisher_id uuid NOT NULL,
    name text NOT NULL,
    secret_hash bytea NOT NULL,
    proposals_only boolean NOT NULL,
    allowed_addresses text[],
    expires_at timestamptz(3) NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT pk_ingest_passes PRIMARY KEY (id),
    CONSTRAINT uq_ingest_passes_secret_hash UNIQUE (secret_hash),
    CONSTRAINT fk_ingest_passes_publisher FOREIGN KEY (publisher_id)
      REFERENCES trusted_publishers (id) ON DELETE CASCADE
  );
  -- For the foreign key.
  CREATE INDEX ix_ingest_passes_publisher ON ingest_passes (publisher_id);

  CREATE TABLE used_tokens (
    token_hash bytea NOT NULL,
    uses int NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    CONSTRAINT pk_used_tokens PRIMARY KEY (token_hash)
  );
  COMMENT ON TABLE used_tokens IS 'tokens of issuers that were exchanged, until they would be too old anyway';
`;
