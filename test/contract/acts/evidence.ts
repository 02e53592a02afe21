import { evidenceIn } from '../../support/evidence.js';
import type { Service } from '../../support/service.js';
import { type Act, makeWith, PRODUCT } from './made.js';

/** One way to make each change of evidence. */
export function evidenceActs(service: Service): Record<string, Act> {
  const { made } = makeWith(service);
  return {
    [`POST ${PRODUCT}/evidence`]: async (w) => () =>
      service.as(w.owner.token).post(`${w.product.url}/evidence`).attach('file', Buffer.from('Heard.'), 'heard.txt'),
    [`DELETE ${PRODUCT}/evidence/:evidenceId`]: async (w) => {
      const { id } = await evidenceIn(service, w.owner, w.product.url);
      return () => service.as(w.owner.token).delete(`${w.product.url}/evidence/${id}`);
    },
    [`PUT ${PRODUCT}/issues/:issueNumber/evidence`]: async (w) => {
      const [{ id }, issue] = [await evidenceIn(service, w.owner, w.product.url), await made.issue(w)];
      return () =>
        service
          .as(w.owner.token)
          .put(`${issue}/evidence`)
          .send({ evidenceIds: [id] });
    },
    [`PUT ${PRODUCT}/findings/:findingId/evidence`]: async (w) => {
      const [{ id }, finding] = [await evidenceIn(service, w.owner, w.product.url), await made.finding(w)];
      return () =>
        service
          .as(w.owner.token)
          .put(`${finding}/evidence`)
          .send({ evidenceIds: [id] });
    },
  };
}
