import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readReport } from '#libs/reports';
import { REPORT } from './conformance.js';
import { INGEST } from './scans.js';
import type { Service } from './service.js';
import type { World } from './world.js';

const TOOLS = join(process.cwd(), 'test/fixtures/reports/tools');

interface JudgedRequirement {
  id: string;
  number: string;
  inScope: boolean;
  suggestion: { issues: number[] } | null;
}

/** A product whose reports were taken in, confirmed and published. */
export interface PublishedDay {
  /** Of the conformance report. */
  url: string;
  publicToken: string;
  product: World['product'];
  standard: { id: string; name: string };
  /** What the level asks of the product. */
  asked: JudgedRequirement[];
  /** The numbers of the requirements that open issues fail, in the order of the standard. */
  failed: string[];
}

/**
 * What an expert does on a day: takes in reports of tools, confirms what they found, audits the product, says what
 * fails and what is met, and publishes it.
 */
export async function expertsDay(
  service: Service,
  w: World,
  { standard: slug, type, reports }: { standard: string; type: string; reports: readonly string[] },
): Promise<PublishedDay> {
  const member = service.as(w.member.token);
  const owner = service.as(w.owner.token);
  const { standard } = (await member.get(`${w.organization.url}/standards/${slug}`).expect(200)).body;
  const conformanceLevel = standard.levels.find(({ name }: { name: string }) => name === 'AA')?.id ?? null;
  const product = await w.newProduct(`${slug} ${type}`);
  await owner.patch(product.url).send({ type, standardId: standard.id, conformanceLevel }).expect(200);
  for (const report of reports) await takeIn(service, w, product.slug, report);
  const filter = { productId: product.id, status: ['pending'] };
  const bulk = `${w.organization.url}/findings/bulk`;
  const dry = await member
    .patch(`${bulk}?dryRun=true`)
    .send({ filter, data: { action: 'confirm' } })
    .expect(200);
  const expected = dry.body.updated;
  await member
    .patch(bulk)
    .send({ filter, expected, data: { action: 'confirm' } })
    .expect(200);

  const audits = `${product.url}/audits`;
  const { audit } = (await member.post(audits).send({ type: 'full', description: 'By hand' }).expect(201)).body;
  const completed = { standardId: standard.id, conformanceLevel, status: 'completed' };
  await member.patch(`${audits}/${audit.number}`).send(completed).expect(200);
  const said = {
    ...REPORT,
    auditId: audit.id,
    preparedBy: 'self',
    enforcement: { name: 'O', url: 'https://o.example/' },
  };
  const created = await member.post(`${product.url}/conformance-reports`).send(said).expect(201);
  const url = created.headers['location']!;
  const { requirements } = (await member.get(`${url}/requirements`).expect(200)).body as {
    requirements: JudgedRequirement[];
  };
  const asked = requirements.filter(({ inScope }) => inScope);
  const fails = ({ suggestion }: JudgedRequirement): boolean => suggestion!.issues.length > 0;
  const verdicts = asked.map((one) => ({
    requirementId: one.id,
    ...(fails(one)
      ? { verdict: 'does_not_support', remarks: `Issues ${one.suggestion!.issues.join(', ')}.` }
      : { verdict: 'supports', evidence: [{ kind: 'audit', number: audit.number }] }),
  }));
  for (let from = 0; from < verdicts.length; from += 100)
    await member
      .patch(`${url}/verdicts`)
      .send({ verdicts: verdicts.slice(from, from + 100) })
      .expect(200);
  const { conformanceReport } = (await service.as(w.admin.token).post(`${url}/publish`).expect(200)).body;
  return {
    url,
    publicToken: conformanceReport.publicToken,
    product,
    standard,
    asked,
    failed: asked.filter(fails).map(({ number }) => number),
  };
}

async function takeIn(service: Service, w: World, productRef: string, file: string): Promise<void> {
  for (const { tool, type, findings } of await readReport({
    name: file,
    text: readFileSync(join(TOOLS, file), 'utf8'),
  }))
    await service.as(w.keys.ingest).post(INGEST).send({ productRef, tool, type, findings }).expect(201);
}
