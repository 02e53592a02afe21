import { addMonths } from '#libs/dates';
import { daysAgo } from '../support/moments.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const get = (w: World, path: string) => service.as(w.member.token).get(path);

describe('audits', () => {
  test('inherit the effective standard and level, move through their states, and are scheduled', async () => {
    const w = await world(service);
    const { standard } = (await get(w, `${w.organization.url}/standards/wcag-2-2`)).body;
    await service
      .as(w.owner.token)
      .patch(`${w.organization.url}/settings/conformance`)
      .send({ standardId: standard.id, conformanceLevel: standard.levels[1].id, auditFrequency: 6 });
    const future = async () => (await get(w, `${w.organization.url}/future-audits`)).body.futureAudits;
    expect(await future()).toMatchObject([
      { productSlug: w.product.slug, isOverdue: true, auditFrequency: 6, lastAuditDate: null, lastAuditNumber: null },
    ]);
    const created = await service.as(w.member.token).post(`${w.product.url}/audits`).send({ title: 'Yearly' });
    expect(created.headers['location']).toBe(`${w.product.url}/audits/1`);
    expect(created.body.audit).toMatchObject({
      type: 'full',
      status: 'in_progress',
      standardId: standard.id,
      conformanceLevel: standard.levels[1].id,
      completedAt: null,
      issueCount: 0,
    });
    expect(await future()).toEqual([]);
    const patch = (body: object) => service.as(w.member.token).patch(`${w.product.url}/audits/1`).send(body);
    const completedAt = daysAgo(30);
    expect((await patch({ status: 'completed', completedAt })).body.audit).toMatchObject({
      status: 'completed',
      completedAt: completedAt.toISOString(),
    });
    expect(await future()).toMatchObject([
      { nextAuditDate: addMonths(completedAt, 6).toISOString(), isOverdue: false, lastAuditNumber: 1 },
    ]);
    const grade = async () => (await get(w, `${w.product.url}/grade`)).body.grade;
    expect(await grade()).toMatchObject({ letter: 'C', next: { todo: [{ code: 'substantiate_audit' }] } });
    await patch({ description: 'Five pages, with NVDA and a keyboard.' });
    expect(await grade()).toMatchObject({ letter: 'A', score: 100, next: null });
    expect((await patch({ status: 'in_progress' })).body.audit).toMatchObject({
      status: 'in_progress',
      completedAt: null,
    });
    expect((await patch({ conformanceLevel: w.owner.id })).body.errors[0].path).toBe('/conformanceLevel');
    await service.as(w.owner.token).patch(w.product.url).send({ auditFrequency: 0 });
    await patch({ status: 'completed' });
    expect(await future()).toEqual([]);
  });

  test('are listed on both levels; deleting one leaves its issues', async () => {
    const w = await world(service);
    for (const type of ['full', 're_audit', 'small_scope'])
      await service
        .as(w.member.token)
        .post(`${w.product.url}/audits`)
        .send({ type, status: type === 'full' ? 'completed' : 'in_progress' });
    const audit = (await get(w, `${w.product.url}/audits/2`)).body.audit;
    await service.as(w.member.token).post(`${w.product.url}/issues`).send({ title: 'x', auditId: audit.id });
    expect((await get(w, `${w.product.url}/audits/2/issues`)).body.issues).toHaveLength(1);
    expect((await get(w, `${w.product.url}/audits?type=re_audit,small_scope&status=in_progress`)).body).toMatchObject({
      audits: [{ number: 3 }, { number: 2, issueCount: 1 }],
      pagination: { total: 2 },
    });
    expect((await get(w, `${w.organization.url}/audits?status=completed`)).body.audits).toMatchObject([
      { number: 1, productName: 'Web Shop', productSlug: w.product.slug },
    ]);
    expect((await service.as(w.admin.token).delete(`${w.product.url}/audits/2`)).status).toBe(204);
    expect((await get(w, `${w.product.url}/issues/1`)).body.issue.auditId).toBeNull();
    expect((await get(w, `${w.product.url}/audits/2/issues`)).status).toBe(404);
  });
});
