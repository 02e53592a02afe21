import type { MigrationInterface, QueryRunner } from 'typeorm';

const CREATOR = '(created_by_user_id) REFERENCES users (id)';
const TEAM = '(organization_id, team_id) REFERENCES teams (organization_id, id)';

/** Table, constraint, key, and the columns that it used to clear. */
const CLEARED = [
  ['members', 'fk_members_team', TEAM, '(team_id)'],
  ['invitations', 'fk_invitations_team', TEAM, '(team_id)'],
  ['sessions', 'fk_sessions_active_team', '(active_team_id) REFERENCES teams (id)', ''],
  ['sessions', 'fk_sessions_active_organization', '(active_organization_id) REFERENCES organizations (id)', ''],
  [
    'products',
    'fk_products_responsible_person',
    '(organization_id, responsible_person_id) REFERENCES members (organization_id, user_id)',
    '(responsible_person_id)',
  ],
  ['test_activities', 'fk_test_activities_creator', CREATOR, ''],
  ['issues', 'fk_issues_creator', CREATOR, ''],
  ['risks', 'fk_risks_creator', CREATOR, ''],
] as const;

/**
 * What refers to a person, a membership, a team or an organization is cleared in code before that goes. Events outlive
 * their organization, as far as they are about security, so that they refer to it by no key; what a trigger did with them
 * where it went, code does.
 */
export class PeopleClearReferences1760000000073 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, name, key] of CLEARED)
      await runner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}, ADD CONSTRAINT ${name} FOREIGN KEY ${key}`);
    await runner.query(`
      DROP TRIGGER keep_security_events ON organizations;
      DROP FUNCTION keep_security_events();
      ALTER TABLE events DROP CONSTRAINT fk_events_organization;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM events e WHERE organization_id IS NOT NULL
        AND NOT EXISTS (SELECT FROM organizations o WHERE o.id = e.organization_id);
      ALTER TABLE events
        ADD CONSTRAINT fk_events_organization FOREIGN KEY (organization_id) REFERENCES organizations ON DELETE CASCADE;
      CREATE FUNCTION keep_security_events() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE events SET organization_id = NULL, kept_until = now() + interval '400 days'
        WHERE organization_id = OLD.id
          AND subject_kind IN ('api_key', 'invitation', 'member', 'organization', 'session', 'user', 'webhook');
        RETURN OLD;
      END $$;
      CREATE TRIGGER keep_security_events BEFORE DELETE ON organizations
        FOR EACH ROW EXECUTE FUNCTION keep_security_events();
    `);
    for (const [table, name, key, columns] of CLEARED)
      await runner.query(
        `ALTER TABLE ${table} DROP CONSTRAINT ${name}, ADD CONSTRAINT ${name} FOREIGN KEY ${key} ON DELETE SET NULL ${columns}`,
      );
  }
}
