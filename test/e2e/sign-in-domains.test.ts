import { randomUUID } from 'node:crypto';
import { DomainChecks } from '../../apps/api/src/accounts/single-sign-on/domains/domain-checks.service.js';
import { Domains } from '../../apps/api/src/accounts/single-sign-on/domains/domains.service.js';
import { type DnsServer, startDnsServer } from '../support/dns-server.js';
import { mailsTo } from '../support/mail.js';
import { eventually } from '../support/eventually.js';
import { msUntil } from '../support/moments.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

let dns: DnsServer;
const environment = { DNS_SERVERS: '', WORKER: 'inline', LIMIT_DOMAINS: '3' };
beforeAll(async () => {
  dns = await startDnsServer();
  environment.DNS_SERVERS = dns.address;
});
const service = useService(environment);
afterAll(() => dns.close());

const name = (): string => `${randomUUID()}.example`;
const domainsOf = (w: World) => `${w.organization.url}/settings/domains`;
const owner = (w: World) => service.as(w.owner.token);
const claim = async (w: World, domain: string): Promise<{ name: string; value: string }> =>
  (await owner(w).post(domainsOf(w)).send({ domain }).expect(201)).body.domain.record;
const verify = (w: World, domain: string, body: object = { by: 'dns' }) =>
  owner(w)
    .post(`${domainsOf(w)}/${domain}/verify`)
    .send(body);
const read = async (w: World, domain: string) =>
  (await owner(w).get(domainsOf(w))).body.domains.find((one: { domain: string }) => one.domain === domain);
const shape = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const missedFor = (domain: string, days: number) =>
  service.database.query(
    `UPDATE sign_in_domains SET missing_since = now() - make_interval(days => $2) WHERE domain = $1 AND verified_at IS NOT NULL`,
    [domain, days],
  );

/** Claims a domain and proves it by its record, beside those that are there. */
async function proved(w: World, domain: string): Promise<string> {
  const record = await claim(w, domain);
  dns.records.set(record.name, [...(dns.records.get(record.name) ?? []), record.value]);
  await verify(w, domain).expect(200);
  return record.name;
}

describe('a domain', () => {
  test('is not given up while people must come in by the provider, and it is the last that is proved', async () => {
    const w = await world(service);
    const one = name();
    await proved(w, one);
    await service.database.query('UPDATE organizations SET require_provider = true WHERE id = $1', [w.organization.id]);
    // Whoever may still come in is told by other tests.
    const giveUp = (domain: string) => service.app.get(Domains).remove({ id: w.organization.id } as never, domain);
    await expect(giveUp(one)).rejects.toMatchObject({ code: 'proved_domain_needed' });
    await service.database.query('UPDATE organizations SET require_provider = false WHERE id = $1', [
      w.organization.id,
    ]);
    await giveUp(one);
  });

  test('is claimed in any spelling, listed with the record that proves it, and given up', async () => {
    const w = await world(service);
    const domain = name();
    const { body } = await owner(w)
      .post(domainsOf(w))
      .send({ domain: `${domain.toUpperCase()}.` })
      .expect(201);
    const record = { name: `_curbcut.${domain}`, value: expect.stringMatching(/^curbcut=[\w-]{43}$/) };
    expect(body.domain).toMatchObject({ domain, state: 'pending', record, verifiedAt: null, movesAt: null });
    expect(shape(await owner(w).post(domainsOf(w)).send({ domain }))).toEqual([409, 'already_exists']);
    expect((await owner(w).get(domainsOf(w))).body).toEqual({ domains: [body.domain] });
    await owner(w)
      .delete(`${domainsOf(w)}/${domain}`)
      .expect(204);
    expect(shape(await owner(w).delete(`${domainsOf(w)}/${domain}`))).toEqual([404, 'not_found']);
    expect((await owner(w).get(domainsOf(w))).body).toEqual({ domains: [] });
  });

  test('is none at which anybody has addresses or registers names, and there are not too many', async () => {
    const w = await world(service);
    for (const domain of ['gmail.com', 'co.uk', 'github.io', 'localhost', '192.0.2.1', 'a b.example', '']) {
      const refused = await owner(w).post(domainsOf(w)).send({ domain });
      expect([domain, ...shape(refused), refused.body.errors[0].path]).toEqual([
        domain,
        400,
        'invalid_input',
        '/domain',
      ]);
    }
    for (let i = 0; i < 3; i += 1) await claim(w, name());
    expect(shape(await owner(w).post(domainsOf(w)).send({ domain: name() }))).toEqual([409, 'limit_reached']);
  });

  test('is for owners with a fresh proof alone', async () => {
    const w = await world(service);
    const post = (token: string) => service.as(token).post(domainsOf(w)).send({ domain: name() });
    expect(shape(await post(w.admin.token))).toEqual([403, 'role_too_low']);
    expect(shape(await post(w.stranger.token))).toEqual([403, 'not_a_member']);
    expect(shape(await post(w.keys.write))).toEqual([403, 'session_required']);
    await service.database.query(
      `UPDATE sessions SET proved_at = now() - interval '11 minutes', created_at = now() - interval '11 minutes' WHERE user_id = $1`,
      [w.owner.id],
    );
    expect(shape(await post(w.owner.token))).toEqual([403, 'fresh_proof_required']);
  });
});

describe('the record of a domain', () => {
  test('proves it once it is there, beside others; what no server answers proves nothing', async () => {
    const w = await world(service);
    const domain = name();
    const record = await claim(w, domain);
    expect(shape(await verify(w, domain))).toEqual([409, 'domain_not_proved']);
    dns.records.set(record.name, ['v=spf1 -all', `${record.value}x`]);
    expect(shape(await verify(w, domain))).toEqual([409, 'domain_not_proved']);
    dns.failing.add(record.name);
    expect(shape(await verify(w, domain))).toEqual([503, 'dns_unavailable']);
    dns.failing.delete(record.name);
    dns.records.set(record.name, ['v=spf1 -all', record.value]);
    const { body } = await verify(w, domain).expect(200);
    expect(body.domain).toMatchObject({ state: 'verified', verifiedBy: 'dns', verifiedAt: expect.any(String) });
    expect(shape(await verify(w, name()))).toEqual([404, 'not_found']);
    const { changes } = (await owner(w).get(`${w.organization.url}/changes`)).body;
    expect(changes.slice(0, 2)).toMatchObject([
      { type: 'domain.verified', subject: { title: domain } },
      { type: 'domain.added' },
    ]);
  });

  test('is looked for each day: gone for 14 days nobody comes in by it, and it may come back', async () => {
    const w = await world(service);
    const domain = name();
    const record = await proved(w, domain);
    const records = dns.records.get(record)!;
    const check = () => service.app.get(DomainChecks).check();
    await check();
    expect(await read(w, domain)).toMatchObject({ state: 'verified', missingSince: null });
    dns.records.delete(record);
    dns.failing.add(record);
    await check();
    expect(await read(w, domain)).toMatchObject({ state: 'verified', missingSince: null });
    dns.failing.delete(record);
    await check();
    expect(await read(w, domain)).toMatchObject({ state: 'missing', missingSince: expect.any(String) });
    await missedFor(domain, 14);
    await check();
    expect(await read(w, domain)).toMatchObject({ state: 'gone' });
    dns.records.set(record, records);
    await check();
    expect(await read(w, domain)).toMatchObject({ state: 'verified', missingSince: null, movesAt: null });
  });
});

describe('a domain of two organizations', () => {
  test('stays with the one that proved it first while its record is there', async () => {
    const [first, second] = [await world(service), await world(service)];
    const domain = name();
    await proved(first, domain);
    const record = await claim(second, domain);
    dns.records.get(record.name)!.push(record.value);
    expect(shape(await verify(second, domain))).toEqual([409, 'domain_taken']);
    await missedFor(domain, 30);
    expect(shape(await verify(second, domain))).toEqual([409, 'domain_taken']);
    expect(await read(second, domain)).toMatchObject({ state: 'pending' });
  });

  test('moves seven days after the record of the first was missed, which is told in both', async () => {
    const [first, second] = [await world(service), await world(service)];
    const domain = name();
    await proved(first, domain);
    const record = await claim(second, domain);
    dns.records.set(record.name, [record.value]);
    const early = await verify(second, domain);
    expect(shape(early)).toEqual([409, 'domain_taken']);
    const { movesAt } = await read(first, domain);
    expect(msUntil(movesAt)).toBeGreaterThan(6.9 * 86_400_000);
    expect(early.body.detail).toContain(movesAt.slice(0, 16));
    await missedFor(domain, 6);
    expect(shape(await verify(second, domain))).toEqual([409, 'domain_taken']);
    await missedFor(domain, 7);
    expect((await verify(second, domain).expect(200)).body.domain).toMatchObject({ state: 'verified' });
    expect(await read(first, domain)).toMatchObject({ state: 'pending', verifiedBy: null });
    const { changes } = (await owner(first).get(`${first.organization.url}/changes`)).body;
    expect(changes[0]).toMatchObject({ type: 'domain.lost', subject: { title: domain } });
  });

  test('is one organization’s whoever verifies at the same moment', async () => {
    const worlds = [await world(service), await world(service)];
    const domain = name();
    const records = [];
    for (const w of worlds) records.push(await claim(w, domain));
    dns.records.set(
      records[0]!.name,
      records.map(({ value }) => value),
    );
    const answers = await Promise.all(worlds.map((w) => verify(w, domain)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('the postmaster of a domain', () => {
  const codeTo = async (domain: string): Promise<string> => {
    const mails = await eventually(
      () => mailsTo(service, `postmaster@${domain}`),
      (sent) => sent.length > 0,
    );
    return /valid for 24 hours: (\d{9})$/m.exec(mails.at(-1)!.text)![1]!;
  };

  test('gets a code that proves it, once', async () => {
    const w = await world(service);
    const domain = name();
    await claim(w, domain);
    expect((await verify(w, domain, { by: 'mail' }).expect(200)).body.domain).toMatchObject({ state: 'pending' });
    const code = await codeTo(domain);
    expect(shape(await verify(w, domain, { by: 'mail', code: '000' }))).toEqual([400, 'domain_code_refused']);
    expect(shape(await verify(w, domain, { by: 'dns', code }))).toEqual([400, 'invalid_input']);
    const { body } = await verify(w, domain, { by: 'mail', code: ` ${code} ` }).expect(200);
    expect(body.domain).toMatchObject({ state: 'verified', verifiedBy: 'mail' });
    expect(shape(await verify(w, domain, { by: 'mail', code }))).toEqual([400, 'domain_code_refused']);
    // There never was a record of it, so that none is missed.
    await service.app.get(DomainChecks).check();
    expect(await read(w, domain)).toMatchObject({ state: 'verified', missingSince: null });
  });

  test('takes it from nobody who has proved it, but a record takes it from the postmaster’s after seven days', async () => {
    const [first, second] = [await world(service), await world(service)];
    const domain = name();
    await claim(first, domain);
    await verify(first, domain, { by: 'mail' });
    await verify(first, domain, { by: 'mail', code: await codeTo(domain) }).expect(200);
    const record = await claim(second, domain);
    await verify(second, domain, { by: 'mail' }).expect(200);
    const second2 = await eventually(
      () => mailsTo(service, `postmaster@${domain}`),
      (sent) => sent.length > 1,
    );
    const code = /valid for 24 hours: (\d{9})$/m.exec(second2.at(-1)!.text)![1]!;
    expect(shape(await verify(second, domain, { by: 'mail', code }))).toEqual([409, 'domain_taken']);
    dns.records.set(record.name, [record.value]);
    expect(shape(await verify(second, domain))).toEqual([409, 'domain_taken']);
    await missedFor(domain, 7);
    await verify(second, domain).expect(200);
  });

  test('is asked five times at most for one code', async () => {
    const w = await world(service);
    const domain = name();
    await claim(w, domain);
    await verify(w, domain, { by: 'mail' });
    const code = await codeTo(domain);
    for (let i = 0; i < 5; i += 1) await verify(w, domain, { by: 'mail', code: '1' }).expect(400);
    expect(shape(await verify(w, domain, { by: 'mail', code }))).toEqual([400, 'domain_code_refused']);
  });
});
