import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Products with areas, API keys, the append-only events, and the history of Grades. */
export class Products1760000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TYPE product_type AS ENUM ('website', 'web-app', 'mobile-app', 'desktop-app', 'design-system', 'document', 'other');

      CREATE TABLE events (
        id uuid CONSTRAINT pk_events PRIMARY KEY,
        organization_id uuid NOT NULL CONSTRAINT fk_events_organization REFERENCES organizations ON DELETE CASCADE,
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
        CONSTRAINT ck_events_actor_kind CHECK (actor_kind IN ('user', 'api_key', 'system'))
      );
      CREATE INDEX ix_events_organization_at ON events (organization_id, at DESC, id DESC);
      CREATE INDEX ix_events_product_at ON events (product_id, at DESC, id DESC) WHERE product_id IS NOT NULL;

      CREATE TABLE products (
        id uuid CONSTRAINT pk_products PRIMARY KEY,
        organization_id uuid NOT NULL CONSTRAINT fk_products_organization REFERENCES organizations ON DELETE CASCADE,
        name text NOT NULL,
        slug text NOT NULL,
        description text,
        type product_type NOT NULL,
        standard_id uuid CONSTRAINT fk_products_standard REFERENCES standards ON DELETE SET NULL,
        conformance_level_id uuid CONSTRAINT fk_products_conformance_level REFERENCES standard_levels ON DELETE SET NULL,
        audit_frequency smallint,
        responsible_person_id uuid,
        archived_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT uq_products_organization_slug UNIQUE (organization_id, slug),
        CONSTRAINT uq_products_organization_id UNIQUE (organization_id, id),
        CONSTRAINT fk_products_responsible_person FOREIGN KEY (organization_id, responsible_person_id)
          REFERENCES members (organization_id, user_id) ON DELETE SET NULL (responsible_person_id),
        CONSTRAINT ck_products_audit_frequency CHECK (audit_frequency IN (0, 3, 6, 12))
      );
      CREATE INDEX ix_products_organization_name ON products (organization_id, lower(name), id);
      CREATE INDEX ix_products_responsible_person ON products (organization_id, responsible_person_id);
      CREATE INDEX ix_products_standard ON products (standard_id) WHERE standard_id IS NOT NULL;
      CREATE INDEX ix_products_conformance_level ON products (conformance_level_id) WHERE conformance_level_id IS NOT NULL;

      CREATE TABLE product_pins (
        organization_id uuid NOT NULL,
        user_id uuid NOT NULL,
        product_id uuid NOT NULL CONSTRAINT fk_product_pins_product REFERENCES products ON DELETE CASCADE,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT pk_product_pins PRIMARY KEY (user_id, product_id),
        CONSTRAINT fk_product_pins_member FOREIGN KEY (organization_id, user_id) REFERENCES members (organization_id, user_id) ON DELETE CASCADE
      );
      CREATE INDEX ix_product_pins_product ON product_pins (product_id);
      CREATE INDEX ix_product_pins_member ON product_pins (organization_id, user_id);

      -- Short rows with room to update in place: each is also the mutex of its product's writers.
      CREATE TABLE product_counters (
        product_id uuid NOT NULL CONSTRAINT fk_product_counters_product REFERENCES products ON DELETE CASCADE,
        kind text NOT NULL,
        value int NOT NULL,
        CONSTRAINT pk_product_counters PRIMARY KEY (product_id, kind)
      ) WITH (fillfactor = 50);

      CREATE TABLE areas (
        id uuid CONSTRAINT pk_areas PRIMARY KEY,
        product_id uuid NOT NULL CONSTRAINT fk_areas_product REFERENCES products ON DELETE CASCADE,
        name text NOT NULL,
        slug text NOT NULL,
        description text,
        archived_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT uq_areas_product_slug UNIQUE (product_id, slug),
        CONSTRAINT uq_areas_product_id UNIQUE (product_id, id)
      );
      CREATE INDEX ix_areas_product_name ON areas (product_id, lower(name), id);

      CREATE TABLE api_keys (
        id uuid CONSTRAINT pk_api_keys PRIMARY KEY,
        organization_id uuid NOT NULL CONSTRAINT fk_api_keys_organization REFERENCES organizations ON DELETE CASCADE,
        product_id uuid,
        name text NOT NULL,
        display_prefix text NOT NULL,
        secret_hash bytea NOT NULL CONSTRAINT uq_api_keys_secret_hash UNIQUE,
        scopes text[] NOT NULL,
        owner_user_id uuid,
        last_used_at timestamptz(3),
        revoked_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT fk_api_keys_product FOREIGN KEY (organization_id, product_id) REFERENCES products (organization_id, id) ON DELETE CASCADE,
        -- A key goes with its owner's membership: coming back does not revive it.
        CONSTRAINT fk_api_keys_owner FOREIGN KEY (organization_id, owner_user_id) REFERENCES members (organization_id, user_id) ON DELETE CASCADE,
        CONSTRAINT ck_api_keys_scopes CHECK (scopes <@ ARRAY['read', 'write', 'ingest'] AND cardinality(scopes) > 0),
        CONSTRAINT ck_api_keys_ownerless_ingest CHECK (owner_user_id IS NOT NULL OR scopes = ARRAY['ingest'])
      );
      CREATE INDEX ix_api_keys_organization ON api_keys (organization_id, created_at, id);
      CREATE INDEX ix_api_keys_product ON api_keys (organization_id, product_id);
      CREATE INDEX ix_api_keys_owner ON api_keys (organization_id, owner_user_id);

      -- Beside the product and not on it: creates hold the product's row in share mode, and two of them that both
      -- wanted to write it would deadlock. This row is the last lock of every transaction that changes a fact.
      CREATE TABLE current_grades (
        product_id uuid CONSTRAINT pk_current_grades PRIMARY KEY CONSTRAINT fk_current_grades_product REFERENCES products ON DELETE CASCADE,
        grade jsonb
      );

      CREATE TABLE grades (
        id uuid CONSTRAINT pk_grades PRIMARY KEY,
        product_id uuid NOT NULL CONSTRAINT fk_grades_product REFERENCES products ON DELETE CASCADE,
        computed_at timestamptz(3) NOT NULL,
        letter text,
        score int,
        grade jsonb NOT NULL
      );
      CREATE INDEX ix_grades_product ON grades (product_id, computed_at DESC, id DESC);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE grades, current_grades, api_keys, areas, product_counters, product_pins, products, events;
      DROP TYPE product_type;
    `);
  }
}
