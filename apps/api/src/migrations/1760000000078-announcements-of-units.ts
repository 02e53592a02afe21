import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Units of work queue the announcement of their events themselves: a table that is spread over servers can have no trigger. */
export class AnnouncementsOfUnits1760000000078 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER announce_events ON events; DROP FUNCTION events_announced()');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION events_announced() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF EXISTS (SELECT FROM webhooks WHERE organization_id = NEW.organization_id AND enabled) THEN
          PERFORM graphile_worker.add_job('announce_event', json_build_object('eventId', NEW.id), queue_name => 'announce:' || NEW.organization_id, priority => 1, max_attempts => 10);
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER announce_events AFTER INSERT ON events FOR EACH ROW EXECUTE FUNCTION events_announced();
    `);
  }
}
