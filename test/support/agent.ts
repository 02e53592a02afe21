import type { Service } from './service.js';
import type { World } from './world.js';

/** What a test agent was given. */
export interface GivenRun {
  id: string;
  lease: string;
  attempt: number;
  organizationId: string;
  monitor: { number: number; source: object };
  secrets: Record<string, { value: string; origins: string[] }>;
}

/** What an agent is answered. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as supertest has bodies
type Answer = { status: number; body: any };

/** An agent without a browser: it asks for work over HTTP, and answers what the test says of each page. */
export interface TestAgent {
  id: string;
  token: string;
  claim: (more?: object) => Promise<GivenRun | undefined>;
  call: (run: GivenRun, what: 'heartbeat' | 'next' | 'results' | 'finish', body?: object) => Promise<Answer>;
  /** Looks at all pages that it is handed, and ends the run. */
  work: (run: GivenRun, look: (url: string) => object) => Promise<string[]>;
}

/** An agent of an organization, with these labels. */
export async function agentOf(service: Service, w: World, labels: string[] = []): Promise<TestAgent> {
  const made = await service.as(w.owner.token).post(`${w.organization.url}/agents`).send({ name: 'Looks', labels });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  const { id, token } = made.body.agent as { id: string; token: string };
  return agentWith(service, id, token);
}

/** Has the owner set the secret `PASSWORD` of a product. */
export const setSecret = (service: Service, w: World, more: object = {}, url = w.product.url) =>
  service
    .as(w.owner.token)
    .put(`${url}/secrets/PASSWORD`)
    .send({ value: 'kerbs that serve everyone', origins: ['https://id.example'], ...more });

/** An agent that has a token. */
export function agentWith(service: Service, id: string, token: string): TestAgent {
  const call: TestAgent['call'] = async (run, what, body = {}) => {
    const more = { heartbeat: { state: 'running' }, next: { count: 20 }, results: { pages: [] }, finish: FINISH }[what];
    const { status, body: answer } = await service
      .as(token)
      .post(`/api/agent/runs/${run.id}/${what}`)
      .send({ lease: run.lease, ...more, ...body });
    return { status, body: answer as unknown };
  };
  return {
    id,
    token,
    claim: async (more = {}) => {
      const { status, body } = await service
        .as(token)
        .post('/api/agent/claim')
        .send({ labels: [], version: '0.1.0', wait: 0, ...more });
      if (status !== 200 && status !== 204) throw new Error(`${status} ${JSON.stringify(body)}`);
      return status === 200 ? (body.run as GivenRun) : undefined;
    },
    call,
    work: async (run, look) => {
      const seen: string[] = [];
      for (;;) {
        const { pages } = (await call(run, 'next')).body as { pages: { id: string; url: string }[] };
        if (pages.length === 0) break;
        seen.push(...pages.map(({ url }) => url));
        const results = pages.map(({ id: page, url }) => ({ id: page, outcome: 'looked', ...look(url) }));
        const told = await call(run, 'results', { pages: results });
        if (told.status !== 200) throw new Error(JSON.stringify(told.body));
      }
      await call(run, 'finish');
      return seen;
    },
  };
}

const FINISH = { outcome: 'done', reason: null, message: null };
