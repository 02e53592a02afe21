import { createHmac, randomUUID } from 'node:crypto';
import type { Service } from '../../support/service.js';
import { type Act, type Made, ORG } from './made.js';

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
