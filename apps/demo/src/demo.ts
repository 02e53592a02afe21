import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readReport } from '#libs/reports';
import type { CreateProduct, Curbcut, Grade } from '#libs/client';
import type { ProductPlace, Service } from './callers.js';
import { showInvitation } from './invitation-story.js';
import { showPullRequest } from './pull-request-story.js';
import { showReport } from './report-story.js';
import { showTriage } from './triage-story.js';

type Log = (line: string) => void;

/** Where the demo finds what it needs. */
interface Places {
  /** The address of the service. */
  base: string;
  /** The folder of reports that real tools wrote. */
  reports: string;
  /** The folder of mails. */
  mails: string;
}

/** Tells the main job from the first account to a Grade and a published report. */
export async function runDemo(service: Service, { base, reports, mails }: Places, log: Log): Promise<void> {
  const { person, orgId } = await signUp(service, log);
  await showInvitation(person, orgId, mails, log);
  const shop = await createProduct(person, orgId, { name: 'Web Shop', type: 'website' });
  const app = await createProduct(person, orgId, { name: 'Mobile App', type: 'mobile-app' });

  const { apiKey } = await person.apiKeys.create({ orgId, body: { name: 'CI', scopes: ['ingest'] } });
  const pipeline = service({ apiKey: apiKey.key });
  log(`An ingest key for the pipeline: ${apiKey.displayPrefix}… (its secret is shown once)`);

  await scan(pipeline, reports, shop.productSlug, log);
  await triage(person, shop, log);

  const { testActivity } = await person.testActivities.log({
    ...shop,
    body: { type: 'manual_test', title: 'Checkout with a screen reader' },
  });
  log(`Logged by hand: "${testActivity.title}", test activity ${testActivity.number}`);
  logGrade('Web Shop', (await person.grade.read(shop)).grade, log);

  // An audit that says nothing of what was examined is no evidence.
  const description = 'All screens with TalkBack and VoiceOver, by each criterion of WCAG 2.2 AA.';
  const { audit } = await person.audits.create({ ...app, body: { title: 'Yearly audit', description } });
  await person.audits.update({ ...app, auditNumber: audit.number, body: { status: 'completed' } });
  log(`Completed an audit of the Mobile App: ${audit.number}`);
  logGrade('Mobile App', (await person.grade.read(app)).grade, log);

  await showReport(person, base, app, audit.number, log);
  await showTriage({ person, pipeline }, app, log);
  await showPullRequest({ person, pipeline }, shop, log);

  const feed = await person.feeds.ofOrganization({ orgId });
  log(`The testing feed of the organization has ${feed.entries.length} entries; tools: ${feed.tools.join(', ')}`);
}

async function signUp(service: Service, log: Log): Promise<{ person: Curbcut; orgId: string }> {
  const email = `demo-${Date.now()}@example.org`;
  const { token } = await service().identity.signUp({ body: { name: 'Demo', email, password: 'demo password' } });
  const person = service({ token: token! });
  const created = await person.organizations.create({ body: { name: 'Example Agency' } });
  log(`Signed up as ${email} (password "demo password") and created the organization ${created.slug}`);
  return { person, orgId: created.id };
}

async function createProduct(person: Curbcut, orgId: string, body: CreateProduct): Promise<ProductPlace> {
  const { product } = await person.products.create({ orgId, body });
  return { orgId, productSlug: product.slug };
}

async function scan(pipeline: Curbcut, reports: string, productRef: string, log: Log): Promise<void> {
  const files = (await readdir(reports)).filter((name) => /\.(json|sarif)$/.test(name));
  for (const name of files.sort()) {
    for (const report of await readReport({ name, text: await readFile(join(reports, name), 'utf8') })) {
      const { type, tool, pages, startedAt, completedAt, examinedEverything, findings } = report;
      const answer = await pipeline.ingest.report({
        body: {
          productRef,
          type,
          tool,
          startedAt,
          completedAt,
          findings,
          target: pages.join(' ').slice(0, TARGET_LENGTH),
          coverage: examinedEverything ? 'complete' : 'partial',
          context: { trigger: 'push', ref: 'main', environment: 'staging' },
        },
      });
      const { findingCount, delta, testActivity } = answer;
      log(`${name}: ${findingCount} findings, ${delta.new} new → test activity ${testActivity!.number}`);
    }
  }
}

const TARGET_LENGTH = 2000;

async function triage(person: Curbcut, shop: ProductPlace, log: Log): Promise<void> {
  const { findings, total } = await person.findings.list({ ...shop, status: ['pending'], tool: ['axe-core', 'pa11y'] });
  log(`${total} findings of axe-core and pa11y await triage; confirming three of them`);
  for (const { id, ruleId, tool } of findings.slice(0, 3)) {
    const { issue } = await person.findings.confirm({ ...shop, findingId: id, body: {} });
    log(`  ${ruleId} (${tool}) became issue ${issue.number}, severity ${issue.severity}`);
  }
}

function logGrade(name: string, { letter, score, reasons, next, potentialLetter }: Grade, log: Log): void {
  log(
    `The Grade of the ${name}: ${letter ?? 'not evaluated'} (score ${score ?? '–'}; ${potentialLetter ?? '–'} if all that is pending were confirmed)`,
  );
  for (const { code, cap, count, refs } of reasons) {
    const numbers = refs.flatMap(({ kind, number }) => (number === undefined ? [] : [`${kind} ${number}`]));
    log(`  because of ${code}: at best ${cap ?? '–'}${count > 0 ? ` (${[count, ...numbers].join(', ')})` : ''}`);
  }
  if (next) log(`  for ${next.letter}: ${next.todo.map(({ code, count }) => `${code} (${count})`).join(', ')}`);
}
