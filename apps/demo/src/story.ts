import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readReport } from '#libs/reports';
import type { Client } from './client.js';
import { tellOfInvitation } from './invitation-story.js';
import { tellOfTriage } from './triage-story.js';

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

type Say = (line: string) => void;

/** Tells the main job from the first account to a Grade, with reports that real tools wrote; `mails` is the folder of mails. */
export async function tell(service: Client, reports: string, mails: string, say: Say): Promise<void> {
  const { person, organization } = await begin(service, say);
  await tellOfInvitation(person, organization, mails, say);
  const shop = await product(person, organization, 'Web Shop', 'website');
  const app = await product(person, organization, 'Mobile App', 'mobile-app');

  const { body: made } = await person.post<{ apiKey: { key: string; displayPrefix: string } }>(
    `${organization}/api-keys`,
    { name: 'CI', scopes: ['ingest'] },
  );
  const pipeline = service.as(made.apiKey.key);
  say(`An ingest key for the pipeline: ${made.apiKey.displayPrefix}… (its secret is shown once)`);

  await scan(pipeline, reports, slugOf(shop), say);
  await triage(person, shop, say);

  const manual = await person.post<{ testActivity: { number: number; title: string } }>(`${shop}/test-activity`, {
    type: 'manual_test',
    title: 'Checkout with a screen reader',
  });
  say(`Logged by hand: "${manual.body.testActivity.title}" at ${manual.location}`);
  sayGrade('Web Shop', await gradeOf(person, shop), say);

  const audit = await person.post<{ audit: { number: number } }>(`${app}/audits`, { title: 'Yearly audit' });
  await person.patch(audit.location!, { status: 'completed' });
  say(`Completed an audit of the Mobile App: ${audit.location}`);
  sayGrade('Mobile App', await gradeOf(person, app), say);

  await tellOfTriage({ person, pipeline, organization }, app, say);

  const { body: feed } = await person.get<{ entries: unknown[]; tools: string[] }>(`${organization}/testing-feed`);
  say(`The testing feed of the organization has ${feed.entries.length} entries; tools: ${feed.tools.join(', ')}`);
}

async function begin(service: Client, say: Say): Promise<{ person: Client; organization: string }> {
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
  say(`Signed up as ${email} (password "demo password") and created the organization ${created.slug}`);
  return { person, organization: `/v1/organizations/${created.id}` };
}

async function product(person: Client, organization: string, name: string, type: string): Promise<string> {
  const { location } = await person.post(`${organization}/products`, { name, type });
  return location!;
}

async function scan(pipeline: Client, reports: string, productRef: string, say: Say): Promise<void> {
  for (const file of (await readdir(reports)).sort()) {
    const { tool, target, complete, completedAt, findings } = readReport(
      JSON.parse(await readFile(join(reports, file), 'utf8')),
    );
    const { body, location } = await pipeline.post<Ingested>('/api/ingest/test-activity', {
      productRef,
      type: 'automated_scan',
      tool,
      target,
      completedAt,
      coverage: complete ? 'complete' : 'partial',
      findings,
      context: { trigger: 'push', ref: 'main', environment: 'staging' },
    });
    say(`${file}: ${body.findingCount} findings, ${body.delta.new} new → ${location}`);
  }
}

async function triage(person: Client, shop: string, say: Say): Promise<void> {
  const { body } = await person.get<{ findings: Finding[]; total: number }>(
    `${shop}/findings?status=pending&tool=axe-core,pa11y`,
  );
  say(`${body.total} findings of axe-core and pa11y await triage; confirming three of them`);
  for (const finding of body.findings.slice(0, 3)) {
    const { body: confirmed, location } = await person.post<{ issue: { number: number; severity: string } }>(
      `${shop}/findings/${finding.id}/confirm`,
    );
    say(
      `  ${finding.ruleId} (${finding.tool}) became issue ${confirmed.issue.number}, severity ${confirmed.issue.severity} → ${location}`,
    );
  }
}

async function gradeOf(person: Client, productPath: string): Promise<Grade> {
  return (await person.get<{ grade: Grade }>(`${productPath}/grade`)).body.grade;
}

function sayGrade(name: string, { letter, score, reasons, next, potentialLetter }: Grade, say: Say): void {
  say(
    `The Grade of the ${name}: ${letter ?? 'not evaluated'} (score ${score ?? '–'}; ${potentialLetter ?? '–'} if all that is pending were confirmed)`,
  );
  for (const { code, cap, count, refs } of reasons) {
    const issues = refs.length > 0 ? `, issues ${refs.map(({ number }) => number).join(', ')}` : '';
    say(`  because of ${code}: at best ${cap ?? '–'}${count > 0 ? ` (${count}${issues})` : ''}`);
  }
  if (next) say(`  for ${next.letter}: ${next.todo.map(({ code, count }) => `${code} (${count})`).join(', ')}`);
}

const slugOf = (path: string): string => path.split('/').at(-1)!;
