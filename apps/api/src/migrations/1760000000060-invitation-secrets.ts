import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The secret of a mailed invitation; addresses of invitations leave the messages to webhooks. */
export class InvitationSecrets1760000000060 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE invitations ADD token_hash bytea;
      COMMENT ON COLUMN invitations.token_hash IS 'SHA-256; null until the mail is sent';

      UPDATE webhook_deliveries SET payload = jsonb_set(payload::jsonb, '{data,subject,title}',
        to_jsonb(regexp_replace(payload::jsonb #>> '{data,subject,title}', '^(.).*(@[^@]*)$', '\\1…\\2')))::text
      WHERE type LIKE 'invitation.%' AND payload::jsonb #>> '{data,subject,title}' IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE invitations DROP token_hash');
  }
}
