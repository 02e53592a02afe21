import sharp from 'sharp';
import { Event } from '../../apps/api/src/platform/events/event.entity.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

import { png, outcome, uploadsTo } from '../support/uploads.js';

const service = useService();
const { upload, isStored, look } = uploadsTo(service);

describe('a logo', () => {
  test('is set and deleted by an admin, and each change is told once', async () => {
    const { admin, organization } = await world(service);
    const path = `${organization.url}/logo`;
    const first = await upload(admin.token, await png(), path);
    const second = await upload(admin.token, await png(), path);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.logo).toMatch(/\/uploads\/org-logos\/[0-9a-f]{48}\.webp$/);
    expect([isStored(first.body.logo), isStored(second.body.logo)]).toEqual([false, true]);
    expect(await sharp(await look(second.body.logo)).metadata()).toMatchObject({ width: 256, height: 256 });
    for (const _time of [1, 2]) expect((await service.as(admin.token).delete(path)).status).toBe(204);
    expect(isStored(second.body.logo)).toBe(false);
    const events = await service.database.manager.find(Event, {
      where: { organizationId: organization.id },
      order: { id: 'ASC' },
    });
    expect(events.map(({ type, changes }) => [type, changes])).toEqual([
      ['organization.updated', [{ field: 'logo', from: null, to: first.body.logo }]],
      ['organization.updated', [{ field: 'logo', from: first.body.logo, to: second.body.logo }]],
      ['organization.updated', [{ field: 'logo', from: second.body.logo, to: null }]],
    ]);
  });

  test('goes with its organization, and with a logo from elsewhere', async () => {
    const { owner, organization } = await world(service);
    const path = `${organization.url}/logo`;
    const { logo } = (await upload(owner.token, await png(), path)).body;
    const change = { organizationId: organization.id, data: { logo: 'https://elsewhere.example/logo.png' } };
    expect((await service.as(owner.token).post('/api/auth/organization/update').send(change)).status).toBe(200);
    expect(isStored(logo)).toBe(false);
    const last = (await upload(owner.token, await png(), path)).body.logo as string;
    const gone = await service
      .as(owner.token)
      .post('/api/auth/organization/delete')
      .send({ organizationId: organization.id });
    expect([gone.status, isStored(last)]).toEqual([200, false]);
  });

  test('may be deleted and uploaded while its organization is deleted', async () => {
    const { owner, organization } = await world(service);
    const path = `${organization.url}/logo`;
    const { logo } = (await upload(owner.token, await png(), path)).body;
    const gone = () =>
      service.as(owner.token).post('/api/auth/organization/delete').send({ organizationId: organization.id });
    const answers = await Promise.all([gone(), gone(), upload(owner.token, await png(), path), gone()]);
    for (const { status } of answers) expect([200, 403]).toContain(status);
    expect(isStored(logo)).toBe(false);
  });

  test('is for admins and owners, and keys that may write', async () => {
    const w = await world(service);
    const path = `${w.organization.url}/logo`;
    const bound = await w.key({ scopes: ['read', 'write'], productId: w.product.id });
    for (const [credential, ...expected] of [
      [undefined, 401, 'unauthenticated'],
      [w.stranger.token, 403, 'not_a_member'],
      [w.member.token, 403, 'role_too_low'],
      [w.keys.read, 403, 'key_scope_missing'],
      [bound, 403, 'key_product_mismatch'],
      [w.keys.write, 200, undefined],
    ] as const) {
      expect(outcome(await upload(credential, await png(), path))).toEqual(expected);
    }
    expect(outcome(await service.as(w.member.token).delete(path))).toEqual([403, 'role_too_low']);
    expect((await service.as(w.keys.write).delete(path)).status).toBe(204);
  });
});
