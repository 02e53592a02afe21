import type { Service } from './service.js';
import type { World } from './world.js';

/** A standard of three criteria of level A and one of AA, with a completed audit of AA and a draft that rests on it. */
export interface Reporting {
  standard: { id: string; slug: string; levels: { id: string; name: string }[] };
  /** 1.1.1 and 1.4.3, which stand for WCAG criteria, and 2.1 of level A; 2.2 of level AA. */
  requirements: { id: string; name: string }[];
  group: { id: string };
  audit: { id: string; number: number; url: string };
  /** Of the draft. */
  url: string;
  number: number;
  /** States verdicts as a member. */
  state(...verdicts: object[]): Promise<void>;
  /** States that all is supported, but for what is said of single requirements by their place. */
  fill(exceptions?: Readonly<Record<number, object | null>>): Promise<void>;
  /** The codes of what keeps it from being published, with the numbers of requirements. */
  problems(): Promise<string[]>;
}

export const REPORT = {
  title: 'Accessibility Conformance Report',
  author: { name: 'Ada Author', email: 'ada@example.org' },
  contact: { email: 'access@example.org' },
};

const CRITERIA = [
  ['1.1.1 Text alternatives', '1.1.1', 0],
  ['1.4.3 Contrast', '1.4.3', 0],
  ['2.1 Plain words', undefined, 0],
  ['2.2 Short sentences', undefined, 1],
] as const;

/** Prepares all that a report needs, over HTTP as an owner and a member would. */
export async function reporting(service: Service, w: World): Promise<Reporting> {
  const owner = service.as(w.owner.token);
  const member = service.as(w.member.token);
  const standards = `${w.organization.url}/standards`;
  const levels = [{ name: 'A' }, { name: 'AA' }];
  const { standard } = (await owner.post(standards).send({ name: 'House rules', levels, cumulative: true }).expect(201))
    .body;
  const { group } = (await owner.post(`${standards}/${standard.slug}/groups`).send({ name: '1 Principle' }).expect(201))
    .body;
  const requirements: Reporting['requirements'] = [];
  for (const [name, wcag, level] of CRITERIA) {
    const body = { name, level: standard.levels[level].id, ...(wcag ? { metadata: { wcag }, groupId: group.id } : {}) };
    requirements.push(
      (await owner.post(`${standards}/${standard.slug}/requirements`).send(body).expect(201)).body.requirement,
    );
  }
  const made = (
    await member.post(`${w.product.url}/audits`).send({ type: 'full', title: 'For colleagues' }).expect(201)
  ).body.audit;
  const audit = { ...made, url: `${w.product.url}/audits/${made.number}` };
  const aa = { standardId: standard.id, conformanceLevel: standard.levels[1].id };
  await member
    .patch(audit.url)
    .send({ ...aa, status: 'completed' })
    .expect(200);
  const created = await member
    .post(`${w.product.url}/conformance-reports`)
    .send({ ...REPORT, auditId: audit.id })
    .expect(201);
  const url = created.headers['location']!;
  const state = async (...verdicts: object[]) => {
    await member.patch(`${url}/verdicts`).send({ verdicts }).expect(200);
  };
  return {
    standard,
    requirements,
    group,
    audit,
    url,
    number: created.body.conformanceReport.number,
    state,
    fill: (exceptions = {}) =>
      state(
        ...requirements.flatMap(({ id: requirementId }, index) =>
          exceptions[index] === null
            ? []
            : [
                {
                  requirementId,
                  verdict: 'supports',
                  evidence: [{ kind: 'audit', number: audit.number }],
                  ...exceptions[index],
                },
              ],
        ),
      ),
    problems: async () =>
      (await member.get(`${url}/problems`).expect(200)).body.problems.map(
        ({ code, requirement }: { code: string; requirement: string | null }) => [code, requirement].join(' ').trim(),
      ),
  };
}

/**
 * A report on a built-in standard that has all that a statement needs, filled and not yet published. Returns its
 * address.
 */
export async function filledReport(service: Service, w: World, slug: string, over: object = {}): Promise<string> {
  const member = service.as(w.member.token);
  const standards = `${w.organization.url}/standards/${slug}`;
  const { standard } = (await member.get(standards).expect(200)).body;
  const { requirements } = (await member.get(`${standards}/requirements`).expect(200)).body as {
    requirements: { id: string; level: string | null }[];
  };
  const levels = standard.levels as { id: string; name: string }[];
  const conformanceLevel = levels.find(({ name }) => name === 'AA')?.id ?? null;
  const beyond = levels.filter(({ name }) => name === 'AAA').map(({ id }) => id);
  const audits = `${w.product.url}/audits`;
  const { audit } = (await member.post(audits).send({ type: 'full' }).expect(201)).body;
  const completed = { standardId: standard.id, conformanceLevel, status: 'completed' };
  await member.patch(`${audits}/${audit.number}`).send(completed).expect(200);
  const body = {
    ...REPORT,
    auditId: audit.id,
    preparedBy: 'self',
    enforcement: { name: 'Ombudsman', url: 'https://ombudsman.example.org/' },
    sample: [{ name: 'Home', url: 'https://shop.example.org/' }],
    productDescription: 'A shop for garden tools.',
    serviceOperation: 'Choose, pay, collect.',
    ...over,
  };
  const url = (await member.post(`${w.product.url}/conformance-reports`).send(body).expect(201)).headers['location']!;
  const verdicts = requirements
    .filter(({ level }) => level === null || !beyond.includes(level))
    .map(({ id: requirementId }, index) =>
      index % 5 === 1
        ? { requirementId, verdict: 'partially_supports', remarks: 'Some <b>pages</b> do not.' }
        : { requirementId, verdict: 'supports', evidence: [{ kind: 'audit', number: audit.number }] },
    );
  for (let from = 0; from < verdicts.length; from += 100)
    await member
      .patch(`${url}/verdicts`)
      .send({ verdicts: verdicts.slice(from, from + 100) })
      .expect(200);
  return url;
}
