import { populate } from '../support/populated-world.js';
import { eventually } from '../support/eventually.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService({ WORKER: 'inline' });

/** Where the name or the address of a person whose account is gone stays, and why. */
const MAY_STAY: Readonly<Record<string, string>> = {
  'audit_outcome_changes.user_name': 'An outcome says who decided it.',
  'audit_outcomes.user_name': 'The same.',
  'audits.evaluators': 'An audit says who made it.',
  'conformance_verdicts.stated_by_name': 'A statement has an author.',
  'mail_orders.recipient':
    'For two days, since whoever deletes an account could otherwise have any number of mails sent to its address.',
  'webhook_deliveries.payload': 'For thirty days: a message is tried again as it was signed.',
};

/** Where only their id stays, which tells that several things were done by one person, and not by whom. */
const ID_MAY_STAY: Readonly<Record<string, string>> = {
  'account_events.account_id': 'An operator can tell what happened to accounts.',
  'account_events.actor_id': 'The same.',
  'account_events.subject_id': 'The same.',
  'events.account_id': 'The change log keeps what happened to keys.',
  'events.actor_id': 'The change log keeps what was done.',
  'events.changes': 'The change log keeps who answered for a product.',
  'webhook_deliveries.payload': 'As above.',
};

/** The columns that hold one of these words, whatever else they hold. */
async function columnsWith(...words: string[]): Promise<string[]> {
  const tables: { name: string }[] = await service.database.query(
    `SELECT oid::regclass::text AS name FROM pg_class
     WHERE relkind = 'r' AND relnamespace IN ('public'::regnamespace, 'graphile_worker'::regnamespace)`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const columns: { key: string }[] = await service.database.query(
      `SELECT DISTINCT cell.key FROM ${name} t, jsonb_each_text(to_jsonb(t)) AS cell(key, text) WHERE cell.text ILIKE ANY ($1::text[])`,
      [words.map((word) => `%${word}%`)],
    );
    found.push(...columns.map(({ key }) => `${name}.${key}`));
  }
  return found.sort();
}

/** The columns that name people, and are no foreign key by which the database deletes them. */
async function unboundColumns(): Promise<string[]> {
  const rows: { name: string }[] = await service.database.query(
    `SELECT a.attrelid::regclass || '.' || a.attname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND a.attname ~ '(user|person)_id$'
       AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = c.oid AND k.confrelid = 'users'::regclass AND a.attnum = ANY (k.conkey))`,
  );
  return rows.map(({ name }) => name);
}

test('whoever deletes their account is named nowhere any more, whatever they did, but where it is said here', async () => {
  const w = await world(service);
  const { id, token } = w.owner;
  const [name, email] = ['Augusta Unmistakable', 'augusta@unmistakable.example'];
  await service.database.query('UPDATE users SET name = $2, email = $3 WHERE id = $1', [id, name, email]);
  await populate(service, w);
  await w.person('owner');
  const [left, other] = [await world(service), await world(service)];
  const auth = (token: string, path: string, body: object) =>
    service.as(token).post(`/api/auth/organization/${path}`).send(body).expect(200);
  for (const { organization, owner } of [left, other])
    await auth(owner.token, 'invite-member', { organizationId: organization.id, email, role: 'member' });
  const [{ id: invitationId }] = await service.database.query(
    'SELECT id FROM invitations WHERE organization_id = $1 AND email = $2',
    [left.organization.id, email],
  );
  await auth(token, 'accept-invitation', { invitationId });
  await auth(token, 'leave', { organizationId: left.organization.id });
  const trusted = {
    issuer: 'https://token.actions.githubusercontent.com',
    claims: { repository_id: '74', repository_owner_id: '65' },
  };
  await service.as(token).post(`${w.product.url}/trusted-publishers`).send(trusted).expect(201);

  // Somebody whom they let in, and for whom they answer.
  const guest = await w.person();
  const invited = { organizationId: w.organization.id, email: guest.email, role: 'admin' };
  const { body: invitation } = await auth(token, 'invite-member', invited);
  await auth(guest.token, 'accept-invitation', { invitationId: invitation.id });
  const key = { name: 'CI', scopes: ['read'] };
  await service.as(guest.token).post(`${w.organization.url}/api-keys`).send(key).expect(201);

  await service.as(token).post(`${w.product.url}/issues`).send({ title: 'Told to webhooks' }).expect(201);

  const before = await eventually(
    () => columnsWith(id, name, email),
    (columns) => columns.includes('webhook_deliveries.payload'),
  );
  // Whoever adds such a column lets the owner of `populate` fill it.
  expect((await unboundColumns()).filter((column) => !before.includes(column))).toEqual([]);

  await service.as(token).post('/api/auth/delete-user').send({}).expect(200);
  expect(await columnsWith(name, email)).toEqual(Object.keys(MAY_STAY));
  expect(await columnsWith(id)).toEqual(Object.keys(ID_MAY_STAY));
});
