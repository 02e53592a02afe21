import { agentOf, setSecret } from '../../support/agent.js';
import type { Service } from '../../support/service.js';
import type { World } from '../../support/world.js';
import { type Act, ORG, PRODUCT } from './made.js';

/** One way to make each change of monitors, their runs and agents. */
export function monitorActs(service: Service): Record<string, Act> {
  const owner = (w: World) => service.as(w.owner.token);
  const make = (w: World) =>
    owner(w)
      .post(`${w.product.url}/monitors`)
      .send({ name: 'Home', source: { list: ['https://shop.example/'] } });
  const made = async (w: World): Promise<string> => (await make(w)).headers['location']!;
  return {
    [`POST ${PRODUCT}/monitors`]: async (w) => () => make(w),
    [`PATCH ${PRODUCT}/monitors/:monitorNumber`]: async (w) => {
      const url = await made(w);
      return () => owner(w).patch(url).send({ name: 'Start' });
    },
    [`DELETE ${PRODUCT}/monitors/:monitorNumber`]: async (w) => {
      const url = await made(w);
      return () => owner(w).delete(url);
    },
    [`POST ${PRODUCT}/monitors/:monitorNumber/runs`]: async (w) => {
      const url = await made(w);
      return () => owner(w).post(`${url}/runs`);
    },
    [`POST ${PRODUCT}/monitors/:monitorNumber/runs/:runId/cancel`]: async (w) => {
      const run = (await owner(w).post(`${await made(w)}/runs`)).headers['location']!;
      return () => owner(w).post(`${run}/cancel`);
    },
    [`PUT ${PRODUCT}/secrets/:secretName`]: async (w) => () => setSecret(service, w),
    [`DELETE ${PRODUCT}/secrets/:secretName`]: async (w) => {
      await setSecret(service, w);
      return () => owner(w).delete(`${w.product.url}/secrets/PASSWORD`);
    },
    [`POST ${ORG}/agents`]: async (w) => () => owner(w).post(`${w.organization.url}/agents`).send({ name: 'Looks' }),
    [`DELETE ${ORG}/agents/:agentId`]: async (w) => {
      const { id } = await agentOf(service, w);
      return () => owner(w).delete(`${w.organization.url}/agents/${id}`);
    },
    'POST /api/agent/runs/:agentRunId/finish': async (w) => {
      await owner(w).post(`${await made(w)}/runs`);
      const agent = await agentOf(service, w);
      const { id, lease } = (await agent.claim())!;
      const end = { lease, outcome: 'failed', reason: 'dns', message: null };
      return () => service.as(agent.token).post(`/api/agent/runs/${id}/finish`).send(end);
    },
  };
}
