import { send, target } from './load.mjs';
import { FEW_DAYS, MANY_DAYS } from './sizes.mjs';
import { addMembers, addProducts, awaitTriage, fill, openIssues, scheduleAudits } from './seed.mjs';

/** What a Grade is computed from beside issues and findings. */
const EVIDENCE = { activities: 40, audits: 4, issues: 0, findings: 0, risks: 0 };

/** A person with organizations, products and keys, made over the API as any client would. */
export async function prepareWorld({ port }) {
  const anyone = target(port);
  const post = async (to, path, body) =>
    JSON.parse((await send({ to, method: 'POST', path, body: JSON.stringify(body) })).text);
  const signUp = async (name) => {
    const account = { name, email: `${name}@example.org`, password: 'a long password' };
    const { token } = await post(anyone, '/api/auth/sign-up/email', account);
    return { token, session: { authorization: `Bearer ${token}` } };
  };
  const { token, session } = await signUp('bench');
  const person = { ...anyone, headers: session };
  const organization = async (name) => {
    const { id } = await post(person, '/api/auth/organization/create', { name });
    const url = `/v1/organizations/${id}`;
    return {
      id,
      url,
      key: async (scopes) => {
        const { apiKey } = await post(person, `${url}/api-keys`, { name: scopes.join(), scopes });
        return { authorization: `Bearer ${apiKey.key}` };
      },
      product: async (productName) => {
        const { product } = await post(person, `${url}/products`, { name: productName, type: 'website' });
        return { id: product.id, slug: product.slug, url: `${url}/products/${product.slug}` };
      },
    };
  };
  const withProduct = async (name) => {
    const made = await organization(name);
    return { ...made, product: await made.product('Web Shop') };
  };
  const reports = await organization('Reports');
  const big = await withProduct('Big');
  return {
    ...{ service: anyone, session, token, big, reports },
    // Of one person's pictures eight wait at most.
    uploaders: [session, (await signUp('second')).session, (await signUp('third')).session],
    few: await withProduct('Few'),
    schedule: await organization('Schedule'),
    doomed: await organization('Doomed'),
    ingestKey: await reports.key(['ingest']),
    readKey: await big.key(['read']),
  };
}

/** What an installation holds in its first days: a few small reports. */
export async function fillFew(client, world, size) {
  world.pool = (await addProducts(client, world.reports.id, size.pool)).map(({ slug }) => slug);
  await fill(client, world.few.id, [world.few.product.id], size.few);
  await client.query('VACUUM ANALYZE');
}

/** Everything else: the big organization, its products and people, and what single scenarios need. */
export async function fillRest(client, world, size) {
  const { big, reports, schedule, doomed } = world;
  const others = await addProducts(client, big.id, size.big.products - 1);
  await fill(client, big.id, [big.product.id, ...others.map(({ id }) => id)], size.big);
  const archived = others.slice(0, size.big.archived).map(({ id }) => id);
  await client.query('UPDATE products SET archived_at = now() WHERE id = ANY ($1::uuid[])', [archived]);
  await addMembers(client, big.id, size.members);

  world.crowded = await addProducts(client, reports.id, size.crowded.length, 'Crowded');
  const crowd = (findings) => ({ activities: Math.ceil(findings / 20), audits: 0, issues: 0, risks: 0, findings });
  for (const [i, { id }] of world.crowded.entries()) await fill(client, reports.id, [id], crowd(size.crowded[i]));

  const graded = await addProducts(client, reports.id, 7, 'Graded');
  const [none, empty, issues, findings, fewDays, manyDays, eachDay] = graded.map((product) => ({
    ...product,
    organizationId: reports.id,
  }));
  for (const { id } of [empty, issues, findings, fewDays, manyDays, eachDay])
    await fill(client, reports.id, [id], EVIDENCE);
  await openIssues(client, reports.id, issues.id, size.graded);
  await awaitTriage(client, reports.id, findings.id, size.awaiting);
  await awaitTriage(client, reports.id, fewDays.id, size.waiting, { days: FEW_DAYS });
  await awaitTriage(client, reports.id, manyDays.id, size.waiting, { days: MANY_DAYS });
  await awaitTriage(client, reports.id, eachDay.id, size.waiting, { days: MANY_DAYS, onEach: true });
  world.graded = { none, empty, issues, findings, fewDays, manyDays, eachDay };

  world.doomed.products = await addProducts(client, doomed.id, 2 * size.rounds, 'Doomed');
  for (const { id } of world.doomed.products) await fill(client, doomed.id, [id], size.doomed);

  await addProducts(client, schedule.id, size.scheduled);
  await scheduleAudits(client, schedule.id);
  await client.query('VACUUM ANALYZE');
  world.issueIds = { few: await issueIds(client, world.few, 0), big: await issueIds(client, big, 0) };
  world.otherIssueIds = await issueIds(client, big, 100);
}

async function issueIds(client, { product }, offset) {
  const { rows } = await client.query(
    'SELECT id FROM issues WHERE product_id = $1 ORDER BY number DESC LIMIT 100 OFFSET $2',
    [product.id, offset],
  );
  return rows.map(({ id }) => id);
}
