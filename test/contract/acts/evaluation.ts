import { evaluating, type Evaluating } from '../../support/evaluation.js';
import type { Service } from '../../support/service.js';
import type { World } from '../../support/world.js';
import { type Act, PRODUCT } from './made.js';

const ONE = `${PRODUCT}/audits/:auditNumber`;

/** One way to make each change of what audits examine. */
export function evaluationActs(service: Service): Record<string, Act> {
  const acting =
    (
      request: (e: Evaluating, w: World) => [verb: 'post' | 'patch' | 'put' | 'delete', path: string, body?: object],
    ): Act =>
    async (w) => {
      const e = await evaluating(service, w);
      const [verb, path, body = {}] = request(e, w);
      return () => service.as(w.owner.token)[verb](`${e.audit.url}${path}`).send(body);
    };
  return {
    [`POST ${ONE}/sample`]: acting(() => ['post', '/sample', { name: 'Imprint', url: 'https://shop.example/imprint' }]),
    [`PATCH ${ONE}/sample`]: acting(() => ['patch', '/sample', { order: [2, 1] }]),
    [`PATCH ${ONE}/sample/:entry`]: acting(() => ['patch', '/sample/1', { name: 'Start' }]),
    [`DELETE ${ONE}/sample/:entry`]: acting(() => ['delete', '/sample/1']),
    [`POST ${ONE}/sample/draw`]: acting(() => [
      'post',
      '/sample/draw',
      { seed: 'spring', count: 1, addresses: ['https://shop.example/drawn'] },
    ]),
    [`POST ${ONE}/sample/copy`]: async (w) => {
      const source = await evaluating(service, w);
      const target = await evaluating(service, w, []);
      return () =>
        service.as(w.owner.token).post(`${target.audit.url}/sample/copy`).send({ fromAudit: source.audit.number });
    },
    [`PATCH ${ONE}/outcomes`]: acting(({ requirements: [first] }) => [
      'patch',
      '/outcomes',
      { outcomes: [{ requirementId: first!.requirementId, entry: 1, outcome: 'failed' }] },
    ]),
    [`POST ${ONE}/outcomes/copy`]: async (w) => {
      const e = await evaluating(service, w);
      await e.decide({ requirementId: e.requirements[0]!.requirementId, entry: 1, outcome: 'passed' });
      return () =>
        service
          .as(w.owner.token)
          .post(`${e.audit.url}/outcomes/copy`)
          .send({ fromEntry: 1, toEntries: [2] });
    },
    [`POST ${ONE}/outcomes/issue`]: acting(({ requirements: [first] }) => [
      'post',
      '/outcomes/issue',
      { requirementId: first!.requirementId, entries: ['1'] },
    ]),
    [`POST ${ONE}/import`]: async (w) => {
      const e = await evaluating(service, w);
      const grid = Buffer.from(`criterion,Home\n${e.requirements[0]!.number},failed\n`);
      return () =>
        service
          .as(w.owner.token)
          .post(`${e.audit.url}/import`)
          .field('format', 'csv-grid')
          .attach('file', grid, 'a.csv');
    },
    [`POST ${PRODUCT}/imports/:importId/cancel`]: async (w) => {
      const e = await evaluating(service, w);
      const grid = Buffer.from(`criterion,Imprint\n${e.requirements[0]!.number},failed\n`);
      const imports = `${w.product.url}/imports`;
      const fields = { format: 'csv-grid', audit: String(e.audit.number) };
      const importing = service.as(w.member.token).post(imports).field(fields).attach('file', grid, 'a.csv');
      const { id } = (await importing.expect(202)).body.import;
      return () => service.as(w.owner.token).post(`${imports}/${id}/cancel`);
    },
    [`POST ${PRODUCT}/imports/:importId/undo`]: async (w) => {
      const e = await evaluating(service, w);
      const grid = Buffer.from(`criterion,Home\n${e.requirements[0]!.number},failed\n`);
      const member = service.as(w.member.token);
      const importing = member.post(`${e.audit.url}/import`).field('format', 'csv-grid').attach('file', grid, 'a.csv');
      const { importId } = (await importing.expect(200)).body;
      return () => service.as(w.owner.token).post(`${w.product.url}/imports/${importId}/undo`);
    },
    [`PUT ${ONE}/assignments`]: acting(({ requirements: [first] }, w) => [
      'put',
      '/assignments',
      { assignments: [{ memberId: w.member.id, requirementIds: [first!.requirementId] }] },
    ]),
  };
}
