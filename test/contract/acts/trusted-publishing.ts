import type { CiIssuerDouble } from '../../support/ci-issuer.js';
import type { Service } from '../../support/service.js';
import type { World } from '../../support/world.js';
import { type Act, PRODUCT } from './made.js';

/** One way to make each change of trusted publishers, and to get a key as one. */
export function trustedPublishingActs(service: Service, issuer: CiIssuerDouble): Record<string, Act> {
  const trust = (w: World) =>
    service
      .as(w.owner.token)
      .post(`${w.product.url}/trusted-publishers`)
      .send({ issuer: issuer.issuer, claims: { repository_id: '74', repository_owner_id: '65' } });
  return {
    [`POST ${PRODUCT}/trusted-publishers`]: async (w) => () => trust(w),
    [`POST ${PRODUCT}/trusted-publishers/:publisherId/accept`]: async (w) => {
      const url = `${w.product.url}/trusted-publishers`;
      const named = { issuer: issuer.issuer, repository: 'acme/shop' };
      const { trustedPublisher } = (await service.as(w.owner.token).post(url).send(named)).body;
      const token = await issuer.token(service.settings.publicUrl);
      await service.as().post('/api/ingest/token').send({ token, organizationId: w.organization.id });
      const claims = { repository_id: '74', repository_owner_id: '65' };
      return () => service.as(w.owner.token).post(`${url}/${trustedPublisher.id}/accept`).send({ claims });
    },
    [`DELETE ${PRODUCT}/trusted-publishers/:publisherId`]: async (w) => {
      const { trustedPublisher } = (await trust(w)).body;
      return () => service.as(w.owner.token).delete(`${w.product.url}/trusted-publishers/${trustedPublisher.id}`);
    },
    'POST /api/ingest/token': async (w) => {
      await trust(w);
      const token = await issuer.token(service.settings.publicUrl);
      return () => service.as().post('/api/ingest/token').send({ token, organizationId: w.organization.id });
    },
  };
}
