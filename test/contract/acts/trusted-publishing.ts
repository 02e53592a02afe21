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
