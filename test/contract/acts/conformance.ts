import { REPORT, reporting, type Reporting } from '../../support/conformance.js';
import type { Service } from '../../support/service.js';
import type { World } from '../../support/world.js';
import { type Act, PRODUCT } from './made.js';

const REPORTS = `${PRODUCT}/conformance-reports`;
const ONE = `${REPORTS}/:reportNumber`;

/** One way to make each change of conformance reports. */
export function conformanceActs(service: Service): Record<string, Act> {
  type Verb = 'post' | 'patch' | 'put' | 'delete';
  const acting =
    (
      prepare: (r: Reporting, w: World) => Promise<unknown>,
      verb: Verb,
      request: (r: Reporting) => { path?: string; body?: object },
    ): Act =>
    async (w) => {
      const r = await reporting(service, w);
      await prepare(r, w);
      const { path = '', body = {} } = request(r);
      return () => service.as(w.owner.token)[verb](`${r.url}${path}`).send(body);
    };
  const drafted = async () => undefined;
  const filled = (r: Reporting) => r.fill();
  const published = async (r: Reporting, w: World) => {
    await r.fill();
    await service.as(w.owner.token).post(`${r.url}/publish`).expect(200);
  };
  const after = (prepare: typeof published | typeof filled, verb: Verb, path: string) =>
    acting(prepare, verb, () => ({ path }));
  return {
    [`POST ${REPORTS}`]: async (w) => () =>
      service.as(w.owner.token).post(`${w.product.url}/conformance-reports`).send(REPORT),
    [`POST ${REPORTS}/import`]: async (w) => {
      const file = Buffer.from('title: Report\ncatalog: 2.5-edition-wcag-2.2-en\n');
      const reports = `${w.product.url}/conformance-reports`;
      return () => service.as(w.owner.token).post(`${reports}/import`).attach('file', file, 'acr.yaml');
    },
    [`PATCH ${ONE}`]: acting(drafted, 'patch', () => ({ body: { title: 'Renamed' } })),
    [`DELETE ${ONE}`]: acting(drafted, 'delete', () => ({})),
    [`PATCH ${ONE}/verdicts`]: acting(filled, 'patch', ({ requirements: [first, second] }) => ({
      path: '/verdicts',
      body: {
        verdicts: [
          { requirementId: first!.id, verdict: null },
          { requirementId: second!.id, verdict: 'supports' },
        ],
      },
    })),
    [`PUT ${ONE}/verdicts/:judgedRequirementId`]: acting(drafted, 'put', ({ requirements: [first] }) => ({
      path: `/verdicts/${first!.id}`,
      body: { verdict: 'supports' },
    })),
    [`PUT ${ONE}/verdicts/groups/:judgedGroupId`]: acting(drafted, 'put', ({ group }) => ({
      path: `/verdicts/groups/${group.id}`,
      body: { remarks: 'No hardware' },
    })),
    [`POST ${ONE}/publish`]: after(filled, 'post', '/publish'),
    [`POST ${ONE}/withdraw`]: after(published, 'post', '/withdraw'),
    [`POST ${ONE}/review`]: after(published, 'post', '/review'),
    [`POST ${ONE}/revise`]: after(published, 'post', '/revise'),
    [`POST ${ONE}/public-token`]: after(published, 'post', '/public-token'),
    [`PUT ${ONE}/contradictions/:issueNumber`]: async (w) => {
      const r = await reporting(service, w);
      await published(r, w);
      const owner = service.as(w.owner.token);
      const issue = (await owner.post(`${w.product.url}/issues`).send({ title: 'Barrier' }).expect(201)).body.issue;
      const requirementIds = [r.requirements[0]!.id];
      await owner.put(`${w.product.url}/issues/${issue.number}/requirements`).send({ requirementIds }).expect(200);
      return () => owner.put(`${r.url}/contradictions/${issue.number}`).send({ reason: 'It is another product.' });
    },
    [`DELETE ${ONE}/public-token`]: after(published, 'delete', '/public-token'),
  };
}
