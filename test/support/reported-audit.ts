import sharp from 'sharp';
import { evaluating, type Evaluating } from './evaluation.js';
import { evidenceIn } from './evidence.js';
import type { Service } from './service.js';
import type { World } from './world.js';

/** Pages with what markup could break. */
export const PAGES = [
  { name: 'Home', url: 'https://shop.example/' },
  { name: 'Pay <now>', description: 'The dialog after the cart.', kind: 'process', process: 'Buy & pay' },
  { name: 'Imprint', url: 'https://shop.example/imprint', kind: 'random' },
];

/** A picture of a colour, with its text alternative. */
export async function pictureIn(service: Service, w: World, alt: string, size = 8): Promise<{ id: string }> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  const create = { width: size, height: size, channels: 3 as const, background: '#336699', noise };
  const file = await sharp({ create }).png().toBuffer();
  const upload = service.as(w.member.token).post(`${w.product.url}/evidence`).field('alt', alt).field('title', alt);
  return (await upload.attach('file', file, 'a.png').expect(201)).body.evidence;
}

/** An audit with all that its report tells. */
export async function reportedAudit(
  service: Service,
  w: World,
): Promise<Evaluating & { issue: { number: number }; logo: { id: string } }> {
  const e = await evaluating(service, w, PAGES);
  const [first, second, third, fourth] = e.requirements.map(({ requirementId }) => requirementId);
  const member = service.as(w.member.token);
  const said = { title: 'No name <b>', severity: 'high', description: 'The logo has no text.' };
  const { issue } = (await member.post(`${w.product.url}/issues`).send(said).expect(201)).body;
  await member.post(`${w.product.url}/issues`).send({ title: 'Beside the grid', auditId: e.audit.id }).expect(201);
  const [logo, text] = [
    await pictureIn(service, w, 'The "logo" alone'),
    await evidenceIn(service, w.member, w.product.url),
  ];
  await e.decide(
    {
      ...{ requirementId: first, entry: 1, outcome: 'failed', note: '<script>alert(1)</script>' },
      ...{ issueNumbers: [issue.number], evidenceIds: [logo.id, text.id] },
    },
    { requirementId: first, entry: 2, outcome: 'failed', evidenceIds: [logo.id], derogation: 'Not ours.' },
    { requirementId: second, entry: 'all', outcome: 'inapplicable' },
    { requirementId: third, entry: 3, outcome: 'cannot_tell' },
    { requirementId: fourth, entry: 'all', outcome: 'passed' },
  );
  const summary = { executiveSummary: 'Nearly there.', scopeText: 'The shop.', method: 'wcag_em' };
  await member.patch(e.audit.url).send(summary).expect(200);
  return { ...e, issue, logo };
}
