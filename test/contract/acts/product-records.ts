import type { Service } from '../../support/service.js';
import type { World } from '../../support/world.js';
import { type Act, type Made, ORG, PRODUCT } from './made.js';

/** One way to make each change of audits, test activities, issues, risks and findings. */
export function productRecordActs(service: Service, { post, made, scan, idOf }: Made): Record<string, Act> {
  function edits(kind: string, key: string, make: (w: World) => Promise<string>, body: object, change: object) {
    return {
      [`POST ${PRODUCT}/${kind}`]: async (w: World) => () => post(w, kind, body),
      [`PATCH ${PRODUCT}/${kind}/:${key}`]: async (w: World) => {
        const url = await make(w);
        return () => service.as(w.owner.token).patch(url).send(change);
      },
      [`DELETE ${PRODUCT}/${kind}/:${key}`]: async (w: World) => {
        const url = await make(w);
        return () => service.as(w.owner.token).delete(url);
      },
    };
  }

  function bulk(kind: string, make: (w: World) => Promise<string>, data: object): Record<string, Act> {
    const ids = async (w: World) => [await idOf(w, await make(w)), await idOf(w, await make(w))];
    return {
      [`PATCH ${ORG}/${kind}/bulk`]: async (w) => {
        const body = { ids: await ids(w), data };
        return () => service.as(w.owner.token).patch(`${w.organization.url}/${kind}/bulk`).send(body);
      },
      [`DELETE ${ORG}/${kind}/bulk`]: async (w) => {
        const body = { ids: await ids(w) };
        return () => service.as(w.owner.token).delete(`${w.organization.url}/${kind}/bulk`).send(body);
      },
    };
  }

  function needs(kind: string, key: string, make: (w: World) => Promise<string>): Record<string, Act> {
    return {
      [`PUT ${PRODUCT}/${kind}/:${key}/functional-needs`]: async (w) => {
        const url = await make(w);
        const [{ id }] = (await service.as(w.owner.token).get('/v1/functional-needs')).body.functionalNeeds;
        return () =>
          service
            .as(w.owner.token)
            .put(`${url}/functional-needs`)
            .send({ functionalNeedIds: [id] });
      },
    };
  }

  function pageActs(): Record<string, Act> {
    const url = 'https://shop.example/';
    const added = async (w: World) => (await post(w, 'pages', { url })).body.page.id as string;
    const change = (w: World, path: string, body: object) =>
      service.as(w.owner.token).patch(`${w.product.url}/pages/${path}`).send(body);
    return {
      [`POST ${PRODUCT}/pages`]: async (w) => () => post(w, 'pages', { url }),
      [`POST ${PRODUCT}/pages/import`]: async (w) => () => post(w, 'pages/import', { format: 'sitemap', content: url }),
      [`PATCH ${PRODUCT}/pages/:pageId`]: async (w) => {
        const id = await added(w);
        return () => change(w, id, { title: 'Home' });
      },
      [`PATCH ${PRODUCT}/pages/bulk`]: async (w) => {
        const ids = [await added(w)];
        return () => change(w, 'bulk', { ids, data: { state: 'ignored' } });
      },
    };
  }

  return {
    ...edits('audits', 'auditNumber', made.audit, {}, { title: 'Renamed' }),
    ...edits('issues', 'issueNumber', made.issue, { title: 'x' }, { title: 'Renamed' }),
    ...pageActs(),
    ...edits('risks', 'riskNumber', made.risk, { title: 'x' }, { title: 'Renamed' }),
    [`POST ${PRODUCT}/test-activity`]: async (w) => () => post(w, 'test-activity', { type: 'manual_test' }),
    [`DELETE ${PRODUCT}/test-activity/:number`]: async (w) => {
      const url = await made.activity(w);
      return () => service.as(w.owner.token).delete(url);
    },
    [`POST ${PRODUCT}/lines/:lineId/end`]: async (w) => {
      await scan(w);
      const [line] = (await service.as(w.owner.token).get(`${w.product.url}/lines`)).body.lines;
      return () => post(w, `lines/${line.id}/end`);
    },
    [`POST ${PRODUCT}/issues/:issueNumber/extension`]: async (w) => {
      const url = await made.issue(w);
      return () => post(w, `${url}/extension`, { until: '2100-01-01T00:00:00Z', reason: 'The shop is replaced.' });
    },
    [`PUT ${PRODUCT}/ownership-rules`]: async (w) => {
      const rules = [{ match: {}, assign: { userId: w.owner.id } }];
      return () => service.as(w.owner.token).put(`${w.product.url}/ownership-rules`).send({ rules });
    },
    ...bulk('issues', made.issue, { state: 'closed' }),
    ...bulk('risks', made.risk, { status: 'mitigated' }),
    [`PUT ${PRODUCT}/issues/:issueNumber/requirements`]: async (w) => {
      const url = await made.issue(w);
      const { requirements } = (
        await service.as(w.owner.token).get(`${w.organization.url}/standards/rgaa/requirements`)
      ).body;
      return () =>
        service
          .as(w.owner.token)
          .put(`${url}/requirements`)
          .send({ requirementIds: [requirements[0].id] });
    },
    ...needs('issues', 'issueNumber', made.issue),
    ...needs('risks', 'riskNumber', made.risk),
    [`POST ${PRODUCT}/risks/:riskNumber/materialize`]: async (w) => {
      const url = await made.risk(w);
      return () => post(w, `${url}/materialize`);
    },
    [`PATCH ${ORG}/findings/bulk`]: async (w) => {
      const url = await made.finding(w);
      const body = { ids: [url.split('/').at(-1)], data: { action: 'confirm' } };
      return () => service.as(w.owner.token).patch(`${w.organization.url}/findings/bulk`).send(body);
    },
    [`POST ${ORG}/findings/decisions/:decisionId/undo`]: async (w) => {
      const url = await made.finding(w);
      const { decision } = (await post(w, `${url}/dismiss`, { reason: 'accepted' })).body;
      return () => service.as(w.owner.token).post(`${w.organization.url}/findings/decisions/${decision.id}/undo`);
    },
    [`PATCH ${PRODUCT}/findings/:findingId`]: async (w) => {
      const url = await made.finding(w);
      return () => service.as(w.owner.token).patch(url).send({ title: 'Renamed' });
    },
    [`POST ${PRODUCT}/findings/:findingId/confirm`]: async (w) => {
      const url = await made.finding(w);
      return () => post(w, `${url}/confirm`);
    },
    [`POST ${PRODUCT}/findings/:findingId/dismiss`]: async (w) => {
      const url = await made.finding(w);
      return () => post(w, `${url}/dismiss`, { reason: 'accepted' });
    },
    [`POST ${PRODUCT}/findings/:findingId/pages`]: async (w) => {
      const url = await made.finding(w);
      const body = { pages: ['/checkout'], action: 'dismiss', reason: 'accepted' };
      return () => service.as(w.owner.token).post(`${url}/pages`).send(body);
    },
    [`POST ${PRODUCT}/findings/:findingId/reopen`]: async (w) => {
      const url = await made.finding(w);
      await post(w, `${url}/dismiss`, { reason: 'accepted' });
      return () => post(w, `${url}/reopen`);
    },
    'POST /api/ingest/test-activity': async (w) => () => scan(w),
    [`POST ${PRODUCT}/reports`]: async (w) => () =>
      service.as(w.member.token).post(`${w.product.url}/reports`).send({ type: 'manual_test' }),
  };
}
