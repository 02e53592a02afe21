import type { Service } from '../../support/service.js';
import type { World } from '../../support/world.js';
import { type Act, makeWith, PRODUCT } from './made.js';

/** One way to make each change of what people say about records. */
export function commentActs(service: Service): Record<string, Act> {
  const { made, post } = makeWith(service);
  const records: Record<string, (w: World) => Promise<string>> = {
    'issues/:issueNumber': made.issue,
    'findings/:findingId': made.finding,
    'audits/:auditNumber': made.audit,
    'conformance-reports/:reportNumber': async (w) =>
      (await post(w, 'conformance-reports', { title: 'x' })).headers['location']!,
  };
  const acts = Object.entries(records).flatMap(([path, make]): [string, Act][] => {
    const comment = async (w: World) =>
      (await post(w, `${await make(w)}/comments`, { body: 'Seen.' })).headers['location']!;
    const one = `${PRODUCT}/${path}/comments/:commentId`;
    return [
      [
        `POST ${PRODUCT}/${path}/comments`,
        async (w) => {
          const url = await make(w);
          return () => service.as(w.owner.token).post(`${url}/comments`).send({ body: 'Seen.' });
        },
      ],
      [
        `PATCH ${one}`,
        async (w) => {
          const url = await comment(w);
          return () => service.as(w.owner.token).patch(url).send({ body: 'Seen again.' });
        },
      ],
      [
        `DELETE ${one}`,
        async (w) => {
          const url = await comment(w);
          return () => service.as(w.owner.token).delete(url);
        },
      ],
    ];
  });
  return Object.fromEntries(acts);
}
