import { newId } from '#libs/ids';
import { REPORT, reporting } from '../support/conformance.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const reports = (w: World) => `${w.product.url}/conformance-reports`;
const refusal = ({ status, body }: { status: number; body: { code?: string } }) => `${status} ${body.code}`;
const faults = ({ body }: { body: { errors?: { path: string; code: string }[] } }) =>
  body.errors?.map(({ path, code }) => `${path} ${code}`);

interface Chosen {
  standardId: string;
  conformanceLevel: string | null;
}

interface Requirement {
  id: string;
  number: string;
  level: string | null;
}

/** A built-in standard at AA, where it has that, with its requirements by number. */
async function standardOf(w: World, slug: string) {
  const url = `${w.organization.url}/standards/${slug}`;
  const { standard } = (await service.as(w.member.token).get(url).expect(200)).body;
  const rows = (await service.as(w.member.token).get(`${url}/requirements`).expect(200)).body.requirements as {
    id: string;
    name: string;
    level: string | null;
  }[];
  const requirements = rows.map(({ id, name, level }): Requirement => ({ id, level, number: name.split(' ')[0]! }));
  const conformanceLevel = standard.levels.find(({ name }: { name: string }) => name === 'AA')?.id ?? null;
  return {
    chosen: { standardId: standard.id as string, conformanceLevel: conformanceLevel as string | null },
    requirements,
    idOf: (number: string) => requirements.find((one) => one.number === number)!.id,
  };
}

async function auditOf(w: World, chosen: Chosen): Promise<{ id: string; number: number; url: string }> {
  const audits = `${w.product.url}/audits`;
  const { audit } = (await service.as(w.member.token).post(audits).send({ type: 'full' }).expect(201)).body;
  const url = `${audits}/${audit.number}`;
  const completed = { ...chosen, status: 'completed' };
  await service.as(w.member.token).patch(url).send(completed).expect(200);
  return { ...audit, url };
}

/** A draft on WCAG 2.2 and EN 301 549, each with its audit. */
async function draftOnTwo(w: World) {
  const wcag = await standardOf(w, 'wcag-2-2');
  const en = await standardOf(w, 'en-301-549');
  const audits = [await auditOf(w, wcag.chosen), await auditOf(w, en.chosen)];
  const body = {
    ...REPORT,
    preparedBy: 'self',
    enforcement: { name: 'Ombudsman', url: 'https://ombudsman.example.org/' },
    standards: [wcag.chosen, en.chosen],
    auditIds: audits.map(({ id }) => id),
  };
  const created = await service.as(w.member.token).post(reports(w)).send(body).expect(201);
  const url = created.headers['location']!;
  const verdictsOf = async () => {
    const { verdicts } = (await service.as(w.member.token).get(`${url}/verdicts`).expect(200)).body;
    const numbers = new Map([...wcag.requirements, ...en.requirements].map(({ id, number }) => [id, number]));
    return verdicts.map((one: { requirementId: string; component: string; verdict: string; revision: number }) =>
      [numbers.get(one.requirementId), one.component, one.verdict, one.revision].join(' '),
    ) as string[];
  };
  /** Everything that both levels ask for is supported by the audits. */
  const fill = async (exceptions: Readonly<Record<string, object>> = {}) => {
    const asked = (await service.as(w.member.token).get(`${url}/requirements`).expect(200)).body.requirements as {
      id: string;
      number: string;
      inScope: boolean;
    }[];
    const evidence = audits.map(({ number }) => ({ kind: 'audit', number }));
    const ofWcag = new Set(wcag.requirements.map(({ number }) => number));
    const verdicts = asked
      .filter(({ inScope, number }) => inScope && !(number.startsWith('9.') && ofWcag.has(number.slice(2))))
      .map(({ id: requirementId, number }) => ({
        requirementId,
        verdict: 'supports',
        evidence,
        ...exceptions[number],
      }));
    for (let from = 0; from < verdicts.length; from += 100)
      await service
        .as(w.member.token)
        .patch(`${url}/verdicts`)
        .send({ verdicts: verdicts.slice(from, from + 100) })
        .expect(200);
  };
  return { wcag, en, audits, url, report: created.body.conformanceReport, verdictsOf, fill };
}

test('a report covers several standards, of which the fields of one standard are the first', async () => {
  const w = await world(service);
  const member = service.as(w.member.token);
  const { wcag, en, audits, url, report } = await draftOnTwo(w);
  expect(report).toMatchObject({
    ...wcag.chosen,
    standards: [wcag.chosen, en.chosen],
    auditId: audits[0]!.id,
    auditIds: audits.map(({ id }) => id),
  });
  const patched = async (body: object) => (await member.patch(url).send(body).expect(200)).body.conformanceReport;
  const other = (await standardOf(w, 'wcag-2-1')).chosen;
  // The first is replaced, and the others stay.
  expect(await patched({ standardId: other.standardId })).toMatchObject({
    standards: [{ standardId: other.standardId, conformanceLevel: null }, en.chosen],
  });
  expect(await patched({ standards: [en.chosen], auditId: null })).toMatchObject({
    ...en.chosen,
    standards: [en.chosen],
    auditId: audits[1]!.id,
    auditIds: [audits[1]!.id],
  });
  expect(await patched({ standards: [], auditIds: [] })).toMatchObject({
    standardId: null,
    conformanceLevel: null,
    standards: [],
    auditId: null,
    auditIds: [],
  });
  const { changes } = (await member.get(`${w.organization.url}/changes?subjectKind=conformance_report`)).body;
  expect(changes[1].changes).toEqual(
    expect.arrayContaining([
      { field: 'standards', from: expect.anything(), to: [en.chosen] },
      { field: 'auditIds', from: audits.map(({ id }) => id), to: [audits[1]!.id] },
    ]),
  );
  const single = await member.post(reports(w)).send({ title: 'One' }).expect(201);
  expect(single.body.conformanceReport).toMatchObject({ ...wcag.chosen, standards: [wcag.chosen], auditIds: [] });
});

test('what cannot be covered together is refused by field', async () => {
  const w = await world(service);
  const member = service.as(w.member.token);
  const house = await reporting(service, w);
  const [wcag, en, rgaa] = [
    await standardOf(w, 'wcag-2-2'),
    await standardOf(w, 'en-301-549'),
    await standardOf(w, 'rgaa'),
  ];
  const other = await w.newProduct('Other');
  const { audit: foreign } = (await member.post(`${other.url}/audits`).send({})).body;
  const { audit } = (await member.post(`${w.product.url}/audits`).send({}).expect(201)).body;
  const own = { standardId: house.standard.id };
  const post = (body: object) => member.post(reports(w)).send({ title: 'x', ...body });
  for (const [body, expected] of [
    [{ standards: [wcag.chosen, own] }, ['/standards/1/standardId not_allowed']],
    [{ standards: [own, wcag.chosen] }, ['/standards/0/standardId not_allowed']],
    [{ standards: [wcag.chosen, rgaa.chosen] }, ['/standards/1/standardId not_allowed']],
    [{ standards: [wcag.chosen, wcag.chosen] }, ['/standards/1/standardId duplicate']],
    [{ standards: Array.from({ length: 5 }, () => wcag.chosen) }, ['/standards too_many']],
    [{ auditIds: Array.from({ length: 5 }, () => newId()) }, ['/auditIds too_many']],
    [
      {
        standards: [
          wcag.chosen,
          { standardId: newId() },
          { ...en.chosen, conformanceLevel: wcag.chosen.conformanceLevel },
        ],
        auditIds: [audit.id, foreign.id, audit.id],
      },
      [
        '/standards/1/standardId unknown_reference',
        '/standards/2/conformanceLevel unknown_reference',
        '/auditIds/1 unknown_reference',
        '/auditIds/2 duplicate',
      ],
    ],
    [
      { standards: [wcag.chosen, en.chosen], standardId: en.chosen.standardId, auditIds: [audit.id], auditId: null },
      ['/standardId not_applicable', '/auditId not_applicable'],
    ],
  ] as const) {
    const refused = await post(body);
    expect([refused.status, faults(refused)]).toEqual([400, expected]);
  }
  const url = (await post({ standards: [wcag.chosen, en.chosen] }).expect(201)).headers['location']!;
  for (const [body, expected] of [
    [{ standardId: null }, ['/standardId not_applicable']],
    [{ standardId: en.chosen.standardId }, ['/standardId duplicate']],
    [{ standardId: own.standardId }, ['/standardId not_allowed']],
  ] as const) {
    const refused = await member.patch(url).send(body);
    expect([refused.status, faults(refused)?.[0]]).toEqual([400, expected[0]]);
  }
});

test('a verdict is stated once, and stands at the requirement of each standard that has its criterion', async () => {
  const w = await world(service);
  const member = service.as(w.member.token);
  const { wcag, en, url, verdictsOf } = await draftOnTwo(w);
  const put = (id: string, body: object, revision?: number) => {
    const request = member.put(`${url}/verdicts/${id}`);
    return (revision === undefined ? request : request.set('If-Match', `"${revision}"`)).send(body);
  };
  await put(wcag.idOf('1.1.1'), { verdict: 'supports' }, 0).expect(200);
  expect(await verdictsOf()).toEqual(['1.1.1 web supports 1', '9.1.1.1 web supports 1']);
  // Somebody who reads the other standard sees it, and nobody overwrites it unseen.
  expect(refusal(await put(en.idOf('9.1.1.1'), { verdict: 'does_not_support' }, 0))).toBe('412 changed_meanwhile');
  await put(en.idOf('9.1.1.1'), { verdict: 'does_not_support', remarks: 'No names' }, 1).expect(200);
  expect(await verdictsOf()).toEqual(['1.1.1 web does_not_support 2', '9.1.1.1 web does_not_support 2']);
  // A clause tells its component.
  const clause = await put(en.idOf('10.1.1.1'), { verdict: 'supports' }).expect(200);
  expect(clause.body.verdict).toMatchObject({ requirementId: en.idOf('10.1.1.1'), component: 'electronic-docs' });
  await put(wcag.idOf('1.1.1'), { component: 'software', verdict: 'not_applicable' }).expect(200);
  expect(await verdictsOf()).toEqual([
    '1.1.1 web does_not_support 2',
    '1.1.1 electronic-docs supports 1',
    '1.1.1 software not_applicable 1',
    '9.1.1.1 web does_not_support 2',
    '10.1.1.1 electronic-docs supports 1',
    '11.1.1.1.1 software not_applicable 1',
  ]);
  const twice = await member.patch(`${url}/verdicts`).send({
    verdicts: [
      { requirementId: wcag.idOf('1.4.3'), verdict: 'supports' },
      { requirementId: en.idOf('9.1.4.3'), verdict: 'supports' },
    ],
  });
  expect([twice.status, faults(twice)]).toEqual([400, ['/verdicts/1 duplicate']]);
  const taken = await member.patch(`${url}/verdicts`).send({
    verdicts: [
      { requirementId: en.idOf('9.1.1.1'), verdict: null },
      { requirementId: en.idOf('10.1.1.1'), verdict: null },
      { requirementId: en.idOf('11.1.1.1.1'), verdict: null },
    ],
  });
  expect([taken.body, await verdictsOf()]).toEqual([{ updated: 3 }, []]);
});

test('verdicts follow when a standard is added, and stay when one is taken out', async () => {
  const w = await world(service);
  const member = service.as(w.member.token);
  const { wcag, en, url, verdictsOf } = await draftOnTwo(w);
  const cover = (...standards: Chosen[]) => member.patch(url).send({ standards }).expect(200);
  await cover(en.chosen);
  const verdicts = [
    { requirementId: en.idOf('9.1.1.1'), verdict: 'supports' },
    // Of a report on EN 301 549 alone a clause may be stated without its component.
    { requirementId: en.idOf('10.1.1.1'), verdict: 'does_not_support', remarks: 'Invoices' },
    { requirementId: en.idOf('5.2'), verdict: 'supports' },
  ];
  await member.patch(`${url}/verdicts`).send({ verdicts }).expect(200);
  await cover(wcag.chosen, en.chosen);
  const both = await verdictsOf();
  expect(both.map((one) => one.replace(/ \d+$/, ''))).toEqual([
    '1.1.1 web supports',
    '1.1.1 electronic-docs does_not_support',
    '5.2 web supports',
    '9.1.1.1 web supports',
    '10.1.1.1 electronic-docs does_not_support',
  ]);
  await cover(wcag.chosen);
  await member
    .put(`${url}/verdicts/${wcag.idOf('1.1.1')}`)
    .send({ verdict: 'partially_supports', remarks: 'Icons' })
    .expect(200);
  // What was shown until now counts, not what EN 301 549 was last said to be.
  await cover(en.chosen, wcag.chosen);
  expect((await verdictsOf()).map((one) => one.replace(/ \d+$/, ''))).toEqual([
    '5.2 web supports',
    '9.1.1.1 web partially_supports',
    '10.1.1.1 electronic-docs does_not_support',
    '1.1.1 web partially_supports',
    '1.1.1 electronic-docs does_not_support',
  ]);
});

test('each standard needs an audit of its own, but one whose criteria another of the report has', async () => {
  const w = await world(service);
  const member = service.as(w.member.token);
  const { wcag, en, audits, url } = await draftOnTwo(w);
  const problems = async () => {
    const { problems } = (await member.get(`${url}/problems`).expect(200)).body;
    return problems
      .filter(({ requirementId }: { requirementId: string | null }) => requirementId === null)
      .map(({ code, standardId }: { code: string; standardId: string | null }) => [code, standardId].join(' '));
  };
  expect(await problems()).toEqual([]);
  await member
    .patch(url)
    .send({ auditIds: [audits[0]!.id] })
    .expect(200);
  expect(await problems()).toEqual([`audit_of_another_standard ${en.chosen.standardId}`]);
  await member.patch(url).send({ auditIds: [] }).expect(200);
  expect(await problems()).toEqual([
    `audit_missing ${wcag.chosen.standardId}`,
    `audit_missing ${en.chosen.standardId}`,
  ]);
  const [later, earlier] = [await standardOf(w, 'wcag-2-1'), await standardOf(w, 'wcag-2-0')];
  const of21 = await auditOf(w, later.chosen);
  await member
    .patch(url)
    .send({ standards: [earlier.chosen, later.chosen], auditIds: [of21.id] })
    .expect(200);
  expect(await problems()).toEqual([]);
  // Not the other way round.
  const of20 = await auditOf(w, earlier.chosen);
  await member
    .patch(url)
    .send({ auditIds: [of20.id] })
    .expect(200);
  expect(await problems()).toEqual([`audit_of_another_standard ${later.chosen.standardId}`]);
  // A draft loses an audit that is deleted; the next one is the first then.
  await member
    .patch(url)
    .send({ auditIds: [of20.id, of21.id] })
    .expect(200);
  await service.as(w.owner.token).delete(of20.url).expect(204);
  expect((await member.get(url)).body.conformanceReport).toMatchObject({ auditId: of21.id, auditIds: [of21.id] });
});

test('what is published says of each standard what was stated, in every form, and is contradicted in each', async () => {
  const w = await world(service);
  const member = service.as(w.member.token);
  const admin = service.as(w.admin.token);
  const { wcag, en, audits, url, fill } = await draftOnTwo(w);
  await fill({ '1.4.3': { verdict: 'partially_supports', remarks: 'Grey on grey', evidence: [] } });
  expect((await member.get(`${url}/problems`)).body.problems).toEqual([]);
  const { publicToken } = (await admin.post(`${url}/publish`).expect(200)).body.conformanceReport;
  const document = JSON.parse((await member.get(`${url}/document`)).text);
  expect(document.furtherStandards).toMatchObject([
    { standard: { catalogue: 'en-301-549' }, audit: { number: audits[1]!.number } },
  ]);
  const saidOf = (requirements: { number: string; verdicts: object[] }[], number: string) =>
    requirements.find((one) => one.number === number)!.verdicts;
  expect(saidOf(document.furtherStandards[0].requirements, '9.1.4.3')).toEqual(saidOf(document.requirements, '1.4.3'));
  expect(saidOf(document.requirements, '1.4.3')).toMatchObject([
    { verdict: 'partially_supports', remarks: 'Grey on grey' },
  ]);

  const acr = (await member.get(`${url}/export?format=openacr-json`).expect(200)).body;
  expect(acr.catalog).toBe('2.5-edition-wcag-2.2-508-eu-en');
  for (const [format, part] of [
    ['html', 'EN 301 549 v3.2.1: '],
    ['markdown', 'EN 301 549 v3.2.1: '],
    ['csv', '"EN 301 549 v3.2.1"'],
    ['earl', 'WCAG21/#contrast-minimum'],
    ['wcag-em', 'contrast-minimum'],
    ['statement-eu', 'partially compliant'],
  ])
    expect((await member.get(`${url}/export?format=${format}`).expect(200)).text).toContain(part);
  expect((await service.as().get(`/public/badge/${publicToken}.json`)).body).toMatchObject({
    label: 'WCAG 2.2 AA, EN 301 549 v3.2.1',
    message: expect.stringMatching(/^does not conform, WCAG 2.2 AA 54 of 55, EN 301 549 v3.2.1 \d+ of \d+, /),
  });

  const issue = (await member.post(`${w.product.url}/issues`).send({ title: 'Barrier' }).expect(201)).headers[
    'location'
  ]!;
  await member
    .put(`${issue}/requirements`)
    .send({ requirementIds: [en.idOf('9.1.1.1')] })
    .expect(200);
  const page = (await service.as().get(`/public/conformance/${publicToken}`).expect(200)).text;
  expect(page).toContain('1 barrier has become known that this report does not cover');
  expect(page.match(/Reported since/g)).toHaveLength(2);
  const live = (await service.as().get(`/public/conformance/${publicToken}.json`)).body;
  expect([live.barriers, live.contradicted]).toEqual([1, ['1.1.1', '9.1.1.1']]);
  const { contradictions } = (await member.get(`${url}/contradictions`)).body;
  expect(contradictions).toMatchObject([{ issueNumber: 1, requirements: ['1.1.1', '9.1.1.1'] }]);

  const other = await member.post(`${w.product.url}/issues`).send({ title: 'Of EN 301 549 alone' }).expect(201);
  await member
    .put(`${other.headers['location']}/requirements`)
    .send({ requirementIds: [en.idOf('9.6')] })
    .expect(200);
  expect((await service.as().get(`/public/conformance/${publicToken}`).expect(200)).text).toContain(
    '2 barriers have become known that this report does not cover',
  );
  // The statement is one on WCAG, which the second barrier does not concern.
  expect((await member.get(`${url}/export?format=statement-eu`).expect(200)).text).toContain(
    '1 barrier has become known that this statement does not cover',
  );
  await admin.delete(other.headers['location']!).expect(204);

  const revised = (await admin.post(`${url}/revise`).expect(201)).body.conformanceReport;
  expect(revised).toMatchObject({ standards: [wcag.chosen, en.chosen], auditIds: audits.map(({ id }) => id) });
  const again = (await member.get(`${reports(w)}/${revised.number}/problems`)).body.problems;
  expect(again.map(({ code, requirement }: { code: string; requirement: string }) => `${code} ${requirement}`)).toEqual(
    ['issue_open 1.1.1', 'issue_open 9.1.1.1'],
  );
});

test('there is no OpenACR of standards that no catalogue has together', async () => {
  const w = await world(service);
  const member = service.as(w.member.token);
  const { url } = await draftOnTwo(w);
  const [later, earlier] = [await standardOf(w, 'wcag-2-2'), await standardOf(w, 'wcag-2-0')];
  const audits = [await auditOf(w, later.chosen), await auditOf(w, earlier.chosen)];
  await member
    .patch(url)
    .send({ standards: [later.chosen, earlier.chosen], auditIds: audits.map(({ id }) => id) })
    .expect(200);
  const evidence = [{ kind: 'audit', number: audits[0]!.number }];
  const asked = (await member.get(`${url}/requirements`).expect(200)).body.requirements as {
    id: string;
    standardId: string;
    number: string;
    inScope: boolean;
  }[];
  const named = asked.filter(
    ({ standardId, number, inScope }) => inScope && (standardId === later.chosen.standardId || number === '4.1.1'),
  );
  const verdicts = named.map(({ id: requirementId }) => ({ requirementId, verdict: 'supports', evidence }));
  await member.patch(`${url}/verdicts`).send({ verdicts }).expect(200);
  const { publicToken } = (await service.as(w.admin.token).post(`${url}/publish`).expect(200)).body.conformanceReport;
  expect(refusal(await member.get(`${url}/export?format=openacr-yaml`))).toBe('409 export_not_available');
  await service.as().get(`/public/conformance/${publicToken}.yaml`).expect(404);
  await service.as().get(`/public/conformance/${publicToken}`).expect(200);
});
