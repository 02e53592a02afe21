import { eventually } from '../eventually.js';
import type { Service } from '../service.js';
import { world, type World } from '../world.js';
import type { StandInTracker } from './stand-in.js';

/** What a tracker proves its deliveries by. */
export const SECRET = 'proves-what-it-delivers';

export const isLinked = ({ tracker }: { tracker: { state: string } | null }) => tracker?.state === 'linked';

/** What tests of trackers do, on a service whose worker runs. */
export function trackerSteps(service: Service) {
  const running: StandInTracker[] = [];
  afterAll(() => Promise.all(running.map((tracker) => tracker.stop())));

  /** A product that is connected with a tracker of its own. */
  async function connected<T extends StandInTracker>(tracker: T, over: object = {}) {
    running.push(await tracker.start());
    const w = await world(service);
    const { kind, url, projectKey: project, credentials } = tracker;
    const body = {
      ...{ kind, name: 'Shop', url, project, credentials },
      ...{ webhookSecret: SECRET, people: [{ userId: w.member.id, account: 'ada.there' }] },
      ...{ follow: ['state', 'assignee', 'dueAt', 'title'], ...over },
    };
    const made = await service.as(w.admin.token).post(`${w.product.url}/tracker-connections`).send(body).expect(201);
    return { w, tracker, id: made.body.trackerConnection.id as string };
  }

  const report = async (w: World, body: object = {}) =>
    (
      await service
        .as(w.member.token)
        .post(`${w.product.url}/issues`)
        .send({ title: 'No name', ...body })
        .expect(201)
    ).body.issue;
  const at = (w: World, number: number) => `${w.product.url}/issues/${number}`;
  const read = async (w: World, number: number) => (await service.as(w.member.token).get(at(w, number))).body.issue;
  const send = (w: World, number: number, connectionId: string, body: object = {}) =>
    service
      .as(w.member.token)
      .post(`${at(w, number)}/tracker`)
      .send({ connectionId, ...body });
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  const until = (w: World, number: number, holds: (issue: any) => boolean) => eventually(() => read(w, number), holds);
  const deliver = (w: World, id: string, { headers, body }: { headers: Record<string, string>; body: string }) =>
    service.as().post(`/api/webhooks/trackers/${w.organization.id}/${id}`).set(headers).send(body);
  /** An issue that stands in the tracker. */
  async function sent(w: World, id: string, body: object = {}): Promise<number> {
    const { number } = await report(w, body);
    await send(w, number, id).expect(202);
    await until(w, number, isLinked);
    return number;
  }
  /** Makes what waits for its next attempt due now. */
  const hurry = async (w: World) => {
    await service.database.query('UPDATE tracker_connections SET paused_until = NULL WHERE organization_id = $1', [
      w.organization.id,
    ]);
    // An index that is behind is waited for.
    await service.database.query(
      `UPDATE tracker_links SET attempted_at = attempted_at - interval '3 minutes' WHERE organization_id = $1`,
      [w.organization.id],
    );
    const due = await service.database.query<{ issueId: string; connectionId: string }[]>(
      `SELECT issue_id AS "issueId", connection_id AS "connectionId" FROM tracker_links WHERE organization_id = $1`,
      [w.organization.id],
    );
    for (const { issueId, connectionId } of due)
      await service.database.query(
        `SELECT graphile_worker.add_job('sync_tracker_issue', $1::json, queue_name => $2, job_key => $3)`,
        [
          JSON.stringify({ organizationId: w.organization.id, issueId }),
          `tracker:${connectionId}`,
          `tracker:${issueId}`,
        ],
      );
  };
  const poll = (w: World, connectionId: string) =>
    service.database.query(`SELECT graphile_worker.add_job('poll_tracker', $1::json, queue_name => $2)`, [
      JSON.stringify({ organizationId: w.organization.id, connectionId }),
      `tracker:${connectionId}`,
    ]);
  return { connected, report, at, read, send, until, deliver, sent, hurry, poll };
}
