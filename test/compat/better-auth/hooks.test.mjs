import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { cookieClient } from './client.mjs';
import { startService } from './service.mjs';

// The hooks of the client ask the service only where there is a window.
globalThis.window = Object.assign(new EventTarget(), { location: new URL('http://127.0.0.1/') });

let service;
before(async () => {
  service = await startService();
});
after(() => service?.stop());

/** Waits until a hook says what is expected of it. */
async function until(hook, isExpected) {
  for (let tries = 0; tries < 100; tries += 1) {
    if (isExpected(hook.get())) return;
    await delay(50);
  }
  assert.fail(`the hook still says ${JSON.stringify(hook.get())}`);
}

test('the hooks follow what the person does', async () => {
  const client = cookieClient(service.base);
  const { useSession, useListOrganizations, useActiveOrganization, useActiveMember, useActiveMemberRole } = client;
  const hooks = [useSession, useListOrganizations, useActiveOrganization, useActiveMember, useActiveMemberRole];
  const unsubscribe = hooks.map((hook) => hook.subscribe(() => {}));
  try {
    await until(useSession, ({ isPending, data, error }) => !isPending && data === null && error === null);
    await until(useListOrganizations, ({ error }) => error?.status === 401);

    const email = `hooked-${randomUUID()}@example.org`;
    await client.signUp.email({ name: 'Ada', email, password: 'correct horse battery' });
    await until(useSession, ({ data }) => data?.user.email === email);
    await until(useActiveOrganization, ({ isPending, data, error }) => !isPending && data === null && error === null);

    const { data: organization } = await client.organization.create({ name: 'Agency', slug: `agency-${randomUUID()}` });
    await until(useListOrganizations, ({ data }) => data?.[0]?.id === organization.id);
    await until(useActiveOrganization, ({ data }) => data?.members[0].user.email === email);
    await until(useActiveMember, ({ data }) => data?.organizationId === organization.id);
    await until(useActiveMemberRole, ({ data }) => data?.role === 'owner');
    await until(useSession, ({ data }) => data?.session.activeOrganizationId === organization.id);

    await client.organization.setActive({ organizationId: null });
    await until(useActiveOrganization, ({ data }) => data === null);
    await until(useSession, ({ data }) => data?.session.activeOrganizationId === null);

    await client.signOut();
    await until(useSession, ({ data }) => data === null);
  } finally {
    for (const end of unsubscribe) end();
  }
});
