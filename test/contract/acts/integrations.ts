import { createHmac, randomUUID } from 'node:crypto';
import type { Service } from '../../support/service.js';
import { type Act, type Made, ORG, PRODUCT } from './made.js';
import { provisioningActs } from './provisioning.js';

const GITHUB = 'a secret that GitHub knows';

/** One way to make each change of webhooks and of the connection with GitHub. */
export function integrationActs(service: Service, { post, made }: Made): Record<string, Act> {
  return {
    [`POST ${ORG}/webhooks`]: async (w) => () =>
      post(w, `${w.organization.url}/webhooks`, { url: 'https://example.org/hook' }),
    [`PATCH ${ORG}/webhooks/:webhookId`]: async (w) => {
      const url = await made.webhook(w);
      return () => service.as(w.owner.token).patch(url).send({ description: 'Ours' });
    },
    [`DELETE ${ORG}/webhooks/:webhookId`]: async (w) => {
      const url = await made.webhook(w);
      return () => service.as(w.owner.token).delete(url);
    },
    [`POST ${ORG}/webhooks/:webhookId/rotate-secret`]: async (w) => {
      const url = await made.webhook(w);
      return () => post(w, `${url}/rotate-secret`);
    },
    [`POST ${ORG}/webhooks/:webhookId/test`]: async (w) => {
      const url = await made.webhook(w);
      return () => post(w, `${url}/test`);
    },
    [`POST ${ORG}/webhooks/:webhookId/deliveries/:deliveryId/replay`]: async (w) => {
      const url = await made.webhook(w);
      const { delivery } = (await post(w, `${url}/test`)).body;
      await service.database.query(`UPDATE webhook_deliveries SET status = 'failed' WHERE id = $1`, [delivery.id]);
      return () => post(w, `${url}/deliveries/${delivery.id}/replay`);
    },
    [`PUT ${ORG}/settings/github`]: async (w) => () =>
      service.as(w.owner.token).put(`${w.organization.url}/settings/github`).send({ secret: GITHUB }),
    [`DELETE ${ORG}/settings/github`]: async (w) => {
      await service.as(w.owner.token).put(`${w.organization.url}/settings/github`).send({ secret: GITHUB });
      return () => service.as(w.owner.token).delete(`${w.organization.url}/settings/github`);
    },
    [`POST ${PRODUCT}/tracker-connections`]: async (w) => () => post(w, 'tracker-connections', made.connectionBody()),
    [`PATCH ${PRODUCT}/tracker-connections/:connectionId`]: async (w) => {
      const url = await made.connection(w);
      return () => service.as(w.owner.token).patch(url).send({ name: 'Ours' });
    },
    [`DELETE ${PRODUCT}/tracker-connections/:connectionId`]: async (w) => {
      const url = await made.connection(w);
      return () => service.as(w.owner.token).delete(url);
    },
    [`POST ${PRODUCT}/tracker-connections/:connectionId/import`]: async (w) => {
      const url = await made.connection(w);
      return () => post(w, `${url}/import`, { label: 'a11y' });
    },
    [`POST ${PRODUCT}/issues/:issueNumber/tracker`]: async (w) => {
      const [issue, connectionId] = [await made.issue(w), (await made.connection(w)).split('/').at(-1)];
      return () => post(w, `${issue}/tracker`, { connectionId });
    },
    [`DELETE ${PRODUCT}/issues/:issueNumber/tracker`]: async (w) => {
      const [issue, connectionId] = [await made.issue(w), (await made.connection(w)).split('/').at(-1)];
      await post(w, `${issue}/tracker`, { connectionId });
      return () => service.as(w.owner.token).delete(`${issue}/tracker`);
    },
    [`POST ${PRODUCT}/tracker-connections/:connectionId/differences/:issueNumber`]: async (w) => {
      const [issue, connection] = [await made.issue(w), await made.connection(w)];
      await post(w, `${issue}/tracker`, { connectionId: connection.split('/').at(-1) });
      await service.database.query(
        `UPDATE tracker_links SET state = 'linked', last = '{"theirs": {"title": "Theirs", "state": "open", "assignee": null, "dueAt": null}}' WHERE connection_id = $1`,
        [connection.split('/').at(-1)],
      );
      return () => post(w, `${connection}/differences/${issue.split('/').at(-1)}`, { field: 'title', side: 'here' });
    },
    [`POST ${ORG}/settings/domains`]: async (w) => () =>
      post(w, `${w.organization.url}/settings/domains`, { domain: `${randomUUID()}.example` }),
    [`POST ${ORG}/settings/domains/:domain/verify`]: async (w) => {
      const url = await made.domain(w);
      return () => post(w, `${url}/verify`, { by: 'mail' });
    },
    [`DELETE ${ORG}/settings/domains/:domain`]: async (w) => {
      const url = await made.domain(w);
      return () => service.as(w.owner.token).delete(url);
    },
    [`PUT ${ORG}/settings/sign-in`]: async (w) => () => made.provider(w),
    [`DELETE ${ORG}/settings/sign-in`]: async (w) => {
      await made.provider(w);
      return () => service.as(w.owner.token).delete(`${w.organization.url}/settings/sign-in`);
    },
    [`POST ${ORG}/settings/sign-in/keys`]: async (w) => {
      const { url } = await made.signInKeys(w);
      return () => post(w, url);
    },
    [`DELETE ${ORG}/settings/sign-in/keys/:signInKeyId`]: async (w) => {
      const { url, ids } = await made.signInKeys(w);
      return () => service.as(w.owner.token).delete(`${url}/${ids[0]}`);
    },
    [`POST ${ORG}/settings/provisioning/tokens`]: async (w) => () =>
      post(w, `${w.organization.url}/settings/provisioning/tokens`),
    [`DELETE ${ORG}/settings/provisioning/tokens/:provisioningTokenId`]: async (w) => {
      const { id } = await made.provisioningToken(w);
      return () => service.as(w.owner.token).delete(`${w.organization.url}/settings/provisioning/tokens/${id}`);
    },
    ...provisioningActs(service),
    'POST /api/webhooks/github/:orgId': async (w) => {
      await service.as(w.owner.token).put(`${w.organization.url}/settings/github`).send({ secret: GITHUB });
      const sourceUrl = `https://github.com/example/shop/issues/${randomUUID()}`;
      await post(w, 'issues', { title: 'x', source: 'external', sourceUrl });
      const body = JSON.stringify({
        action: 'closed',
        issue: { html_url: sourceUrl, updated_at: '2026-01-01T00:00:00Z' },
      });
      const headers = {
        'content-type': 'application/json',
        'x-github-event': 'issues',
        'x-github-delivery': randomUUID(),
        'x-hub-signature-256': `sha256=${createHmac('sha256', GITHUB).update(body).digest('hex')}`,
      };
      return () => service.as().post(`/api/webhooks/github/${w.organization.id}`).set(headers).send(body);
    },
  };
}
