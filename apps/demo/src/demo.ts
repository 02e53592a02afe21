import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readReport } from '#libs/reports';
import type { Client } from './client.js';
import { showInvitation } from './invitation-story.js';
import { showPullRequest } from './pull-request-story.js';
import { showTriage } from './triage-story.js';

interface Grade {
  letter: string | null;
  score: number | null;
  potentialLetter: string | null;
  reasons: { code: string; cap: string | null; count: number; refs: { number: number }[] }[];
  next: { letter: string; todo: { code: string; count: number }[] } | null;
}

interface Ingested {
  testActivity: { number: number };
  findingCount: number;
  delta: { new: number; known: number };
}

interface Finding {
  id: string;
  title: string;
  ruleId: string;
  tool: string;
}

type Log = (line: string) => void;

/** Tells the main job from the first account to a Grade, with reports that real tools wrote; `mails` is the folder of mails. */
export async function runDemo(service: Client, reports: string, mails: string, log: Log): Promise<void> {
  const { person, organization } = await signUp(service, log);
  await showInvitation(person, organization, mails, log);
  const shop = await product(person, organization, 'Web Shop', 'website');
  const app = await product(person, organization, 'Mobile App', 'mobile-app');

  const { body: made } = await person.post<{ apiKey: { key: string; displayPrefix: string } }>(
    `${organization}/api-keys`,
    { name: 'CI', scopes: ['ingest'] },
  );
  const pipeline = service.as(made.apiKey.key);
  log(`An ingest key for the pipeline: ${made.apiKey.displayPrefix}… (its secret is shown once)`);

  await scan(pipeline, reports, slugOf(shop), log);
  await triage(person, shop, log);

  const manual = await person.post<{ testActivity: { number: number; title: string } }>(`${shop}/test-activity`, {
    type: 'manual_test',
    title: 'Checkout with a screen reader',
  });
  log(`Logged by hand: "${manual.body.testActivity.title}" at ${manual.location}`);
  logGrade('Web Shop', await gradeOf(person, shop), log);

  const audit = await person.post<{ audit: { number: number } }>(`${app}/audits`, { title: 'Yearly audit' });
  await person.patch(audit.location!, { status: 'completed' });
  log(`Completed an audit of the Mobile App: ${audit.location}`);
  logGrade('Mobile App', await gradeOf(person, app), log);

  await showTriage({ person, pipeline, organization }, app, log);
  await showPullRequest({ person, pipeline }, shop, log);

  const { body: feed } = await person.get<{ entries: unknown[]; tools: string[] }>(`${organization}/testing-feed`);
  log(`The testing feed of the organization has ${feed.entries.length} entries; tools: ${feed.tools.join(', ')}`);
}

async function signUp(service: Client, log: Log): Promise<{ person: Client; organization: string }> {
  const email = `demo-${Date.now()}@example.org`;
  const { body: account } = await service.post<{ token: string }>('/api/auth/sign-up/email', {
    name: 'Demo',
    email,
    password: 'demo password',
  });
  const person = service.as(account.token);
  const { body: created } = await person.post<{ id: string; name: string; slug: string }>(
    '/api/auth/organization/create',
    { name: 'Example Agency' },
  );
  log(`Signed up as ${email} (password "demo password") and created the organization ${created.slug}`);
  return { person, organization: `/v1/organizations/${created.id}` };
}

async function product(person: Client, organization: string, name: string, type: string): Promise<string> {
  const { location } = await person.post(`${organization}/products`, { name, type });
  return location!;
}

async function scan(pipeline: Client, reports: string, productRef: string, log: Log): Promise<void> {
  const files = (await readdir(reports)).filter((name) => /\.(json|sarif)$/.test(name));
  for (const name of files.sort()) {
    for (const report of await readReport({ name, text: await readFile(join(reports, name), 'utf8') })) {
      const { type, tool, pages, startedAt, completedAt, examinedEverything, findings } = report;
      const { body, location } = await pipeline.post<Ingested>('/api/ingest/test-activity', {
        productRef,
        ...{ type, tool, startedAt, completedAt, findings },
        target: pages.join(' ').slice(0, TARGET_LENGTH),
        coverage: examinedEverything ? 'complete' : 'partial',
        context: { trigger: 'push', ref: 'main', environment: 'staging' },
      });
      log(`${name}: ${body.findingCount} findings, ${body.delta.new} new → ${location}`);
    }
  }
}

const TARGET_LENGTH = 2000;

async function triage(person: Client, shop: string, log: Log): Promise<void> {
  const { body } = await person.get<{ findings: Finding[]; total: number }>(
    `${shop}/findings?status=pending&tool=axe-core,pa11y`,
  );
  log(`${body.total} findings of axe-core and pa11y await triage; confirming three of them`);
  for (const finding of body.findings.slice(0, 3)) {
    const { body: confirmed, location } = await person.post<{ issue: { number: number; severity: string } }>(
      `${shop}/findings/${finding.id}/confirm`,
    );
    log(
      `  ${finding.ruleId} (${finding.tool}) became issue ${confirmed.issue.number}, severity ${confirmed.issue.severity} → ${location}`,
    );
  }
}

async function gradeOf(person: Client, productPath: string): Promise<Grade> {
  return (await person.get<{ grade: Grade }>(`${productPath}/grade`)).body.grade;
}

function logGrade(name: string, { letter, score, reasons, next, potentialLetter }: Grade, log: Log): void {
  log(
    `The Grade of the ${name}: ${letter ?? 'not evaluated'} (score ${score ?? '–'}; ${potentialLetter ?? '–'} if all that is pending were confirmed)`,
  );
  for (const { code, cap, count, refs } of reasons) {
    const issues = refs.length > 0 ? `, issues ${refs.map(({ number }) => number).join(', ')}` : '';
    log(`  because of ${code}: at best ${cap ?? '–'}${count > 0 ? ` (${count}${issues})` : ''}`);
  }
  if (next) log(`  for ${next.letter}: ${next.todo.map(({ code, count }) => `${code} (${count})`).join(', ')}`);
}

const slugOf = (path: string): string => path.split('/').at(-1)!;
