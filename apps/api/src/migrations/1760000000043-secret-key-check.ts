import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One value encrypted with `SECRET_KEY`, by which another key is noticed at the start. */
export class SecretKeyCheck1760000000043 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE secret_key_check (
         only_row boolean CONSTRAINT pk_secret_key_check PRIMARY KEY DEFAULT true CONSTRAINT ck_secret_key_check_only_row CHECK (only_row),
         sealed text NOT NULL
       )`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE secret_key_check');
  }
}
