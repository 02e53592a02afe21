/**
 * Organizations with their people, the standards they answer to, and functional needs.
 * This is the schema of v0.1.0, which is never edited: a change is a migration of its own.
 */
export const ORGANIZATIONS = `
  CREATE TYPE member_role AS ENUM ('member', 'admin', 'owner');
  CREATE TYPE invitation_status AS ENUM ('pending', 'accepted', 'rejected', 'canceled');

  -- The functional needs of EN 301 549, clause 4.2; built in.
  CREATE TABLE functional_needs (
    id uuid NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    url text NOT NULL,
    sort_order int NOT NULL,
    CONSTRAINT pk_functional_needs PRIMARY KEY (id),
    CONSTRAINT uq_functional_needs_slug UNIQUE (slug)
  );

  CREATE TABLE organizations (
    id uuid NOT NULL,
    name text NOT NULL,
    slug text NOT NULL,
    logo text,
    metadata jsonb,
    standard_id uuid,
    conformance_level_id uuid,
    audit_frequency smallint,
    enabled_modules text[] NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    require_two_factor boolean NOT NULL DEFAULT false,
    CONSTRAINT pk_organizations PRIMARY KEY (id),
    CONSTRAINT uq_organizations_slug UNIQUE (slug),
    CONSTRAINT ck_organizations_audit_frequency CHECK (audit_frequency IN (3, 6, 12))
  );
  -- For the foreign key.
  CREATE INDEX ix_organizations_standard ON organizations (standard_id, conformance_level_id)
    WHERE standard_id IS NOT NULL;

  -- References that need the table above.
  ALTER TABLE sessions
    ADD CONSTRAINT fk_sessions_active_organization FOREIGN KEY (active_organization_id) REFERENCES organizations (id);

  CREATE TABLE teams (
    id uuid NOT NULL,
    organization_id uuid NOT NULL,
    name text NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT pk_teams PRIMARY KEY (id),
    CONSTRAINT uq_teams_organization_id UNIQUE (organization_id, id),
    CONSTRAINT fk_teams_organization FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE
  );

  -- References that need the table above.
  ALTER TABLE sessions
    ADD CONSTRAINT fk_sessions_active_team FOREIGN KEY (active_team_id) REFERENCES teams (id);

  CREATE TABLE members (
    id uuid NOT NULL,
    organization_id uuid NOT NULL,
    user_id uuid NOT NULL,
    role member_role NOT NULL,
    team_id uuid,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT pk_members PRIMARY KEY (id),
    CONSTRAINT uq_members_organization_user UNIQUE (organization_id, user_id),
    CONSTRAINT fk_members_organization FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE,
    CONSTRAINT fk_members_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT fk_members_team FOREIGN KEY (organization_id, team_id) REFERENCES teams (organization_id, id)
  );
  -- For the foreign key.
  CREATE INDEX ix_members_user ON members (user_id);
  CREATE INDEX ix_members_team ON members (organization_id, team_id);
  -- The list of members.
  CREATE INDEX ix_members_created_at ON members (organization_id, created_at, id);

  CREATE TABLE former_members (
    organization_id uuid NOT NULL,
    user_id uuid NOT NULL,
    member_ids uuid[] NOT NULL DEFAULT '{}',
    CONSTRAINT pk_former_members PRIMARY KEY (user_id, organization_id)
  );
  COMMENT ON TABLE former_members IS
    'whom records of an organization may name; no keys, for its events outlive it, and a key would lock the person';
  COMMENT ON COLUMN former_members.member_ids IS 'of memberships that have ended, which events name';

  -- Invitations. The secret of a link is made when its mail is sent.
  CREATE TABLE invitations (
    id uuid NOT NULL,
    organization_id uuid NOT NULL,
    email text NOT NULL,
    role member_role NOT NULL,
    team_id uuid,
    status invitation_status NOT NULL DEFAULT 'pending',
    inviter_id uuid NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    token_hash bytea,
    CONSTRAINT pk_invitations PRIMARY KEY (id),
    CONSTRAINT fk_invitations_organization FOREIGN KEY (organization_id)
      REFERENCES organizations (id) ON DELETE CASCADE,
    CONSTRAINT fk_invitations_inviter FOREIGN KEY (inviter_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT fk_invitations_team FOREIGN KEY (organization_id, team_id) REFERENCES teams (organization_id, id)
  );
  COMMENT ON COLUMN invitations.token_hash IS 'SHA-256; null until the mail is sent';
  -- One invitation of an address waits at a time.
  CREATE UNIQUE INDEX uq_invitations_pending ON invitations (organization_id, email) WHERE status = 'pending';
  -- The list of invitations.
  CREATE INDEX ix_invitations_organization ON invitations (organization_id, created_at, id);
  -- The invitations of whoever signs in with the address.
  CREATE INDEX ix_invitations_email ON invitations (email);
  -- For the foreign key.
  CREATE INDEX ix_invitations_inviter ON invitations (inviter_id);
  CREATE INDEX ix_invitations_team ON invitations (organization_id, team_id);

  -- What is locked for an organization. Organizations are copied to each machine, and whoever locked a row of theirs
  -- would make all that write it wait.
  CREATE TABLE organization_locks (
    organization_id uuid NOT NULL,
    CONSTRAINT pk_organization_locks PRIMARY KEY (organization_id),
    CONSTRAINT fk_organization_locks_organization FOREIGN KEY (organization_id)
      REFERENCES organizations (id) ON DELETE CASCADE
  );

  -- The success criteria that a requirement names: one, or a list.
  CREATE FUNCTION criteria_of(metadata jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT CASE jsonb_typeof(metadata -> 'wcag')
          WHEN 'string' THEN ARRAY[metadata ->> 'wcag']
          WHEN 'array' THEN ARRAY(SELECT jsonb_array_elements_text(metadata -> 'wcag'))
          ELSE '{}' END $$;

  -- Standards: built-in ones, and organizations' own.
  CREATE TABLE standards (
    id uuid NOT NULL,
    organization_id uuid,
    name text NOT NULL,
    slug text NOT NULL,
    description text,
    source text NOT NULL,
    cumulative boolean NOT NULL DEFAULT false,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    revision int NOT NULL DEFAULT 1,
    CONSTRAINT pk_standards PRIMARY KEY (id),
    CONSTRAINT uq_standards_organization_slug UNIQUE NULLS NOT DISTINCT (organization_id, slug),
    CONSTRAINT ck_standards_source CHECK
      ((source = 'built_in' AND organization_id IS NULL) OR (source = 'custom' AND organization_id IS NOT NULL)),
    CONSTRAINT fk_standards_organization FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE
  );

  -- References that need the table above.
  ALTER TABLE organizations
    ADD CONSTRAINT fk_organizations_standard FOREIGN KEY (standard_id) REFERENCES standards (id);

  CREATE TABLE standard_levels (
    id uuid NOT NULL,
    standard_id uuid NOT NULL,
    name text NOT NULL,
    description text,
    sort_order int NOT NULL,
    CONSTRAINT pk_standard_levels PRIMARY KEY (id),
    CONSTRAINT uq_standard_levels_standard_id UNIQUE (standard_id, id),
    CONSTRAINT fk_standard_levels_standard FOREIGN KEY (standard_id) REFERENCES standards (id) ON DELETE CASCADE
  );

  -- References that need the table above.
  ALTER TABLE organizations
    ADD CONSTRAINT fk_organizations_conformance_level FOREIGN KEY (standard_id, conformance_level_id)
      REFERENCES standard_levels (standard_id, id);

  CREATE TABLE requirement_groups (
    id uuid NOT NULL,
    standard_id uuid NOT NULL,
    parent_id uuid,
    name text NOT NULL,
    description text,
    sort_order int NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    revision int NOT NULL DEFAULT 1,
    CONSTRAINT pk_requirement_groups PRIMARY KEY (id),
    CONSTRAINT uq_requirement_groups_standard_id UNIQUE (standard_id, id),
    CONSTRAINT ck_requirement_groups_not_own_parent CHECK (parent_id <> id),
    CONSTRAINT fk_requirement_groups_standard FOREIGN KEY (standard_id) REFERENCES standards (id) ON DELETE CASCADE,
    CONSTRAINT fk_requirement_groups_parent FOREIGN KEY (standard_id, parent_id)
      REFERENCES requirement_groups (standard_id, id)
  );
  -- For the foreign key.
  CREATE INDEX ix_requirement_groups_parent ON requirement_groups (standard_id, parent_id);

  CREATE TABLE requirements (
    id uuid NOT NULL,
    standard_id uuid NOT NULL,
    group_id uuid,
    level_id uuid,
    name text NOT NULL,
    description text,
    url text,
    versions text[] NOT NULL DEFAULT '{}',
    ai_testable boolean NOT NULL DEFAULT false,
    metadata jsonb NOT NULL DEFAULT '{}',
    sort_order int NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    wcag text[] NOT NULL GENERATED ALWAYS AS (criteria_of(metadata)) STORED,
    revision int NOT NULL DEFAULT 1,
    CONSTRAINT pk_requirements PRIMARY KEY (id),
    CONSTRAINT fk_requirements_standard FOREIGN KEY (standard_id) REFERENCES standards (id) ON DELETE CASCADE,
    CONSTRAINT fk_requirements_level FOREIGN KEY (standard_id, level_id) REFERENCES standard_levels (standard_id, id),
    CONSTRAINT fk_requirements_group FOREIGN KEY (standard_id, group_id) REFERENCES requirement_groups (standard_id, id)
  );
  -- The requirements of a standard in their order; also for the foreign key.
  CREATE INDEX ix_requirements_standard ON requirements (standard_id, sort_order, id);
  -- For the foreign key.
  CREATE INDEX ix_requirements_group ON requirements (standard_id, group_id);
  CREATE INDEX ix_requirements_level ON requirements (standard_id, level_id);
`;
