import { Retention } from '../../apps/api/src/service/retention/retention.service.js';
import { AccountDeletion } from '../../apps/api/src/accounts/identity/leaving/account-deletion.service.js';
import { User } from '../../apps/api/src/accounts/identity/user.entity.js';
import { filledReport } from '../support/conformance.js';
import { daysAhead } from '../support/moments.js';
import { runAsOperator } from '../support/operator.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService({ RETAIN_DELETED: '30' });

/** What a command of the operator says. */
const admin = async (line: string): Promise<string> =>
  (await runAsOperator(service, line, { RETAIN_DELETED: '30' })).said;

const remove = (w: World) =>
  service
    .as(w.owner.token)
    .post('/api/auth/organization/delete')
    .send({ organizationId: w.organization.id })
    .expect(200);

/** An organization with a published report, a key of its own, and an invitation. */
async function used() {
  const w = await world(service);
  const url = await filledReport(service, w, 'wcag-2-2');
  const { body } = await service.as(w.admin.token).post(`${url}/publish`).expect(200);
  const email = `invited-${w.organization.slug}@example.org`;
  await service
    .as(w.owner.token)
    .post('/api/auth/organization/invite-member')
    .send({ email, role: 'member', organizationId: w.organization.id })
    .expect(200);
  return { w, page: `/public/conformance/${body.conformanceReport.publicToken}` };
}

/** What each way to an organization answers. */
async function ways({ w, page }: Awaited<ReturnType<typeof used>>) {
  const owner = service.as(w.owner.token);
  const status = async (call: PromiseLike<{ status: number }>) => (await call).status;
  const own = (await owner.get('/api/auth/organization/list').expect(200)).body as { id: string }[];
  const report = { type: 'automated_scan', tool: 'axe-core', productRef: w.product.slug, findings: [] };
  return {
    byId: await status(owner.get(`${w.organization.url}/products`)),
    bySlug: await status(owner.get(`/v1/organizations/${w.organization.slug}/products`)),
    product: await status(service.as(w.member.token).get(w.product.url)),
    key: await status(service.as(w.keys.read).get(w.product.url)),
    ingest: await status(service.as(w.keys.ingest).post('/api/ingest/test-activity').send(report)),
    page: await status(service.as().get(page)),
    badge: await status(service.as().get(page.replace('conformance', 'badge').concat('.svg'))),
    isListed: own.some(({ id }) => id === w.organization.id),
    isMine: JSON.stringify((await owner.get('/v1/me').expect(200)).body).includes(w.organization.id),
  };
}

const PRESENT = {
  ...{ byId: 200, bySlug: 200, product: 200, key: 200, ingest: 201, page: 200, badge: 200 },
  ...{ isListed: true, isMine: true },
};

test('a deleted organization is gone for everybody, and comes back whole at the word of the operator', async () => {
  const there = await used();
  const { w } = there;
  const { slug } = w.organization;
  expect(await ways(there)).toEqual(PRESENT);
  const { body: before } = await service.as(w.member.token).get(w.product.url).expect(200);
  await remove(w);
  expect(await ways(there)).toEqual({
    ...{ byId: 403, bySlug: 403, product: 403, key: 401, ingest: 401, page: 404, badge: 404 },
    ...{ isListed: false, isMine: false },
  });
  await service.as(w.owner.token).post('/api/auth/organization/check-slug').send({ slug }).expect(200);
  expect(await admin('organizations list')).toMatch(new RegExp(`${slug} .*\\d{4}-\\d\\d-\\d\\d.*\\d{4}-\\d\\d-\\d\\d`));
  expect(await admin(`organizations restore ${slug}`)).toBe(`Example was restored as ${slug}.`);
  expect(await admin(`organizations restore ${slug}`)).toContain('There is no deleted organization');
  expect(await ways(there)).toEqual(PRESENT);
  const { body: after } = await service.as(w.member.token).get(w.product.url).expect(200);
  expect({ ...after.product, grade: null }).toEqual({ ...before.product, grade: null });
  const invitations = await service.database.query('SELECT status FROM invitations WHERE organization_id = $1', [
    w.organization.id,
  ]);
  expect(invitations).toEqual([{ status: 'canceled' }]);
});

test('a slug that was given away is not taken back', async () => {
  const w = await world(service);
  await remove(w);
  const { slug } = w.organization;
  await service.as(w.stranger.token).post('/api/auth/organization/create').send({ name: 'Other', slug }).expect(200);
  expect(await admin(`organizations restore ${slug}`)).toBe(`Example was restored as ${slug}-2.`);
});

test('a deleted organization keeps nobody from deleting their account, and needs an owner to come back', async () => {
  const w = await world(service);
  await remove(w);
  const owner = await service.database.manager.findOneByOrFail(User, { id: w.owner.id });
  await service.app.get(AccountDeletion).deleteByOperator(owner);
  expect(await admin(`organizations restore ${w.organization.slug}`)).toContain('No owner');
});

test('it goes for good after the days that it is kept, or at once where the operator says so', async () => {
  const [old, young, now] = [await world(service), await world(service), await world(service)];
  const rows = async (): Promise<string[]> => {
    const found: { id: string }[] = await service.database.query('SELECT id FROM organizations ORDER BY id');
    return found.map(({ id }) => id);
  };
  await remove(old);
  await remove(young);
  await service.database.query(`UPDATE organizations SET deleted_at = now() - interval '31 days' WHERE id = $1`, [
    old.organization.id,
  ]);
  await service.database.query(`UPDATE service_state SET prunes_from = now() - interval '1 day'`);
  await service.app.get(Retention).run(new Date());
  expect(await rows()).not.toContain(old.organization.id);
  expect(await rows()).toContain(young.organization.id);
  expect(await admin(`organizations delete ${young.organization.slug} --now --yes`)).toMatch(
    /^Deleted .*memberships\.$/,
  );
  expect(await admin(`organizations delete ${now.organization.slug} --yes`)).toContain('for 30 days');
  expect(await rows()).not.toContain(young.organization.id);
  expect(await rows()).toContain(now.organization.id);
  await service.app.get(Retention).run(daysAhead(31));
  expect(await rows()).not.toContain(now.organization.id);
});
