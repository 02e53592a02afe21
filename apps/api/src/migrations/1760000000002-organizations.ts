import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Organizations with their people, the standards they answer to, and the functional needs. */
export class Organizations1760000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TYPE member_role AS ENUM ('member', 'admin', 'owner');
      CREATE TYPE invitation_status AS ENUM ('pending', 'accepted', 'rejected', 'canceled');

      CREATE TABLE functional_needs (
        id uuid CONSTRAINT pk_functional_needs PRIMARY KEY,
        slug text NOT NULL CONSTRAINT uq_functional_needs_slug UNIQUE,
        name text NOT NULL,
        url text NOT NULL,
        sort_order int NOT NULL
      );

      CREATE TABLE organizations (
        id uuid CONSTRAINT pk_organizations PRIMARY KEY,
        name text NOT NULL,
        slug text NOT NULL CONSTRAINT uq_organizations_slug UNIQUE,
        logo text,
        metadata jsonb,
        standard_id uuid,
        conformance_level_id uuid,
        audit_frequency smallint,
        enabled_modules text[] NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT ck_organizations_audit_frequency CHECK (audit_frequency IN (3, 6, 12))
      );

      CREATE TABLE standards (
        id uuid CONSTRAINT pk_standards PRIMARY KEY,
        organization_id uuid CONSTRAINT fk_standards_organization REFERENCES organizations ON DELETE CASCADE,
        name text NOT NULL,
        slug text NOT NULL,
        description text,
        source text NOT NULL,
        cumulative boolean NOT NULL DEFAULT false,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT ck_standards_source CHECK ((source = 'built_in' AND organization_id IS NULL) OR (source = 'custom' AND organization_id IS NOT NULL)),
        CONSTRAINT uq_standards_organization_slug UNIQUE NULLS NOT DISTINCT (organization_id, slug)
      );

      CREATE TABLE standard_levels (
        id uuid CONSTRAINT pk_standard_levels PRIMARY KEY,
        standard_id uuid NOT NULL CONSTRAINT fk_standard_levels_standard REFERENCES standards ON DELETE CASCADE,
        name text NOT NULL,
        description text,
        sort_order int NOT NULL,
        CONSTRAINT uq_standard_levels_standard_id UNIQUE (standard_id, id)
      );

      CREATE TABLE requirement_groups (
        id uuid CONSTRAINT pk_requirement_groups PRIMARY KEY,
        standard_id uuid NOT NULL CONSTRAINT fk_requirement_groups_standard REFERENCES standards ON DELETE CASCADE,
        parent_id uuid,
        name text NOT NULL,
        description text,
        sort_order int NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT uq_requirement_groups_standard_id UNIQUE (standard_id, id),
        CONSTRAINT fk_requirement_groups_parent FOREIGN KEY (standard_id, parent_id) REFERENCES requirement_groups (standard_id, id) ON DELETE SET NULL (parent_id),
        CONSTRAINT ck_requirement_groups_not_own_parent CHECK (parent_id <> id)
      );
      CREATE INDEX ix_requirement_groups_parent ON requirement_groups (standard_id, parent_id);

      CREATE TABLE requirements (
        id uuid CONSTRAINT pk_requirements PRIMARY KEY,
        standard_id uuid NOT NULL CONSTRAINT fk_requirements_standard REFERENCES standards ON DELETE CASCADE,
        group_id uuid,
        level_id uuid,
        name text NOT NULL,
        description text,
        url text,
        versions text[] NOT NULL DEFAULT '{}',
        ai_testable boolean NOT NULL DEFAULT false,
        metadata jsonb NOT NULL DEFAULT '{}',
        wcag text GENERATED ALWAYS AS (metadata ->> 'wcag') STORED,
        sort_order int NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT fk_requirements_group FOREIGN KEY (standard_id, group_id) REFERENCES requirement_groups (standard_id, id) ON DELETE SET NULL (group_id),
        CONSTRAINT fk_requirements_level FOREIGN KEY (standard_id, level_id) REFERENCES standard_levels (standard_id, id) ON DELETE SET NULL (level_id)
      );
      CREATE INDEX ix_requirements_standard ON requirements (standard_id, sort_order, id);
      CREATE INDEX ix_requirements_group ON requirements (standard_id, group_id);
      CREATE INDEX ix_requirements_level ON requirements (standard_id, level_id);
      CREATE INDEX ix_requirements_wcag ON requirements (standard_id, wcag) WHERE wcag IS NOT NULL;

      ALTER TABLE organizations
        ADD CONSTRAINT fk_organizations_standard FOREIGN KEY (standard_id) REFERENCES standards ON DELETE SET NULL,
        ADD CONSTRAINT fk_organizations_conformance_level FOREIGN KEY (standard_id, conformance_level_id)
          REFERENCES standard_levels (standard_id, id) ON DELETE SET NULL (conformance_level_id);
      CREATE INDEX ix_organizations_standard ON organizations (standard_id, conformance_level_id) WHERE standard_id IS NOT NULL;

      CREATE TABLE teams (
        id uuid CONSTRAINT pk_teams PRIMARY KEY,
        organization_id uuid NOT NULL CONSTRAINT fk_teams_organization REFERENCES organizations ON DELETE CASCADE,
        name text NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT uq_teams_organization_id UNIQUE (organization_id, id)
      );

      CREATE TABLE members (
        id uuid CONSTRAINT pk_members PRIMARY KEY,
        organization_id uuid NOT NULL CONSTRAINT fk_members_organization REFERENCES organizations ON DELETE CASCADE,
        user_id uuid NOT NULL CONSTRAINT fk_members_user REFERENCES users ON DELETE CASCADE,
        role member_role NOT NULL,
        team_id uuid,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT uq_members_organization_user UNIQUE (organization_id, user_id),
        CONSTRAINT fk_members_team FOREIGN KEY (organization_id, team_id) REFERENCES teams (organization_id, id) ON DELETE SET NULL (team_id)
      );
      CREATE INDEX ix_members_user ON members (user_id);
      CREATE INDEX ix_members_team ON members (organization_id, team_id);
      CREATE INDEX ix_members_created_at ON members (organization_id, created_at, id);

      CREATE TABLE invitations (
        id uuid CONSTRAINT pk_invitations PRIMARY KEY,
        organization_id uuid NOT NULL CONSTRAINT fk_invitations_organization REFERENCES organizations ON DELETE CASCADE,
        email text NOT NULL,
        role member_role NOT NULL,
        team_id uuid,
        status invitation_status NOT NULL DEFAULT 'pending',
        inviter_id uuid NOT NULL CONSTRAINT fk_invitations_inviter REFERENCES users ON DELETE CASCADE,
        expires_at timestamptz(3) NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT fk_invitations_team FOREIGN KEY (organization_id, team_id) REFERENCES teams (organization_id, id) ON DELETE SET NULL (team_id)
      );
      CREATE UNIQUE INDEX uq_invitations_pending ON invitations (organization_id, email) WHERE status = 'pending';
      CREATE INDEX ix_invitations_organization ON invitations (organization_id, created_at, id);
      CREATE INDEX ix_invitations_email ON invitations (email);
      CREATE INDEX ix_invitations_inviter ON invitations (inviter_id);
      CREATE INDEX ix_invitations_team ON invitations (organization_id, team_id);

      ALTER TABLE sessions
        ADD CONSTRAINT fk_sessions_active_organization FOREIGN KEY (active_organization_id) REFERENCES organizations ON DELETE SET NULL,
        ADD CONSTRAINT fk_sessions_active_team FOREIGN KEY (active_team_id) REFERENCES teams ON DELETE SET NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE sessions DROP CONSTRAINT fk_sessions_active_organization, DROP CONSTRAINT fk_sessions_active_team;
      DROP TABLE invitations, members, teams;
      ALTER TABLE organizations DROP CONSTRAINT fk_organizations_standard, DROP CONSTRAINT fk_organizations_conformance_level;
      DROP TABLE requirements, requirement_groups, standard_levels, standards, organizations, functional_needs;
      DROP TYPE invitation_status, member_role;
    `);
  }
}
