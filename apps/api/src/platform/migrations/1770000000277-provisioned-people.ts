import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the provider of an organization says of people and groups. */
export class ProvisionedPeople1770000000277 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE provisioned_people (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        user_id uuid,
        user_name text NOT NULL,
        external_id text,
        email text NOT NULL,
        display_name text,
        formatted text,
        given_name text,
        family_name text,
        emails jsonb NOT NULL,
        active boolean NOT NULL,
        given_role member_role,
        given_team_id uuid,
        kept_role member_role,
        kept_team_id uuid,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT pk_provisioned_people PRIMARY KEY (organization_id, id),
        CONSTRAINT uq_provisioned_people_user UNIQUE (organization_id, user_id),
        CONSTRAINT fk_provisioned_people_organization FOREIGN KEY (organization_id)
          REFERENCES organizations (id) ON DELETE CASCADE,
        CONSTRAINT fk_provisioned_people_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
        CONSTRAINT ck_provisioned_people_email CHECK (email = lower(email)),
        CONSTRAINT ck_provisioned_people_given CHECK (given_role <> 'owner')
      );
      COMMENT ON TABLE provisioned_people IS 'what the provider of an organization says of people (SCIM)';
      COMMENT ON COLUMN provisioned_people.user_id IS 'null: the account of this address is somebody''s who has not come in yet, or there is none';
      COMMENT ON COLUMN provisioned_people.email IS 'the address of the account';
      COMMENT ON COLUMN provisioned_people.given_role IS 'what groups have given, and take away when they go';
      COMMENT ON COLUMN provisioned_people.kept_role IS 'of who is switched off: what they come back with';
      CREATE UNIQUE INDEX uq_provisioned_people_user_name ON provisioned_people (organization_id, lower(user_name));
      -- Providers look for people by these before they make one.
      CREATE INDEX ix_provisioned_people_email ON provisioned_people (organization_id, email);
      CREATE INDEX ix_provisioned_people_external ON provisioned_people (organization_id, external_id);
      -- Whose account is deleted.
      CREATE INDEX ix_provisioned_people_user ON provisioned_people (user_id);
      CREATE TABLE provisioned_groups (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        display_name text NOT NULL,
        external_id text,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT pk_provisioned_groups PRIMARY KEY (organization_id, id),
        CONSTRAINT fk_provisioned_groups_organization FOREIGN KEY (organization_id)
          REFERENCES organizations (id) ON DELETE CASCADE
      );
      COMMENT ON TABLE provisioned_groups IS 'groups of people at the provider of an organization (SCIM)';
      CREATE UNIQUE INDEX uq_provisioned_groups_display_name ON provisioned_groups (organization_id, lower(display_name));
      CREATE TABLE provisioned_group_members (
        organization_id uuid NOT NULL,
        group_id uuid NOT NULL,
        provisioned_id uuid NOT NULL,
        CONSTRAINT pk_provisioned_group_members PRIMARY KEY (organization_id, group_id, provisioned_id),
        CONSTRAINT fk_provisioned_group_members_group FOREIGN KEY (organization_id, group_id)
          REFERENCES provisioned_groups (organization_id, id) ON DELETE CASCADE,
        CONSTRAINT fk_provisioned_group_members_person FOREIGN KEY (organization_id, provisioned_id)
          REFERENCES provisioned_people (organization_id, id) ON DELETE CASCADE
      );
      COMMENT ON TABLE provisioned_group_members IS 'who is in which group';
      -- The groups of a person.
      CREATE INDEX ix_provisioned_group_members_provisioned ON provisioned_group_members (organization_id, provisioned_id);
      ALTER TABLE members ADD role_provisioned boolean NOT NULL DEFAULT false;
      COMMENT ON COLUMN members.role_provisioned IS 'whether a group of the provider gives the role, which nobody changes by hand';
      ALTER TABLE users ADD disabled_by uuid;
      COMMENT ON COLUMN users.disabled_by IS 'the organization whose provider has disabled it; null: whoever runs the service';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users DROP disabled_by;
      ALTER TABLE members DROP role_provisioned;
      DROP TABLE provisioned_group_members, provisioned_groups, provisioned_people;
    `);
  }
}
