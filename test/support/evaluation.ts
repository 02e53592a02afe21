import type { Service } from './service.js';
import type { World } from './world.js';

/** A full audit in progress with a sample. */
export interface Evaluating {
  audit: { id: string; number: number; url: string };
  /** Its standard and level: WCAG 2.2 AA. */
  conformance: { standardId: string; conformanceLevel: string };
  /** What it asks for. */
  requirements: { requirementId: string; number: string; name: string; level: string | null }[];
  /** Decides outcomes as a member. */
  decide(...outcomes: object[]): Promise<void>;
  /** Decides all requirements at once, on all entries. */
  decideAll(outcome: string): Promise<void>;
}

const PAGES = [
  { name: 'Home', url: 'https://shop.example/' },
  { name: 'Checkout', url: 'https://shop.example/checkout' },
];

/** Begins an audit over HTTP as a member would. */
export async function evaluating(
  service: Service,
  w: World,
  pages: readonly object[] = PAGES,
  body: object = {},
): Promise<Evaluating> {
  const member = service.as(w.member.token);
  const { audit } = (await member.post(`${w.product.url}/audits`).send(body).expect(201)).body;
  const url = `${w.product.url}/audits/${audit.number}`;
  const standards = (await member.get(`${w.organization.url}/standards`).expect(200)).body.standards as {
    id: string;
    slug: string;
    levels: { id: string; name: string }[];
  }[];
  const wcag = standards.find(({ slug }) => slug === 'wcag-2-2')!;
  const conformance = { standardId: wcag.id, conformanceLevel: wcag.levels.find(({ name }) => name === 'AA')!.id };
  await member.patch(url).send(conformance).expect(200);
  for (const page of pages) await member.post(`${url}/sample`).send(page).expect(201);
  const { requirements } = (await member.get(`${url}/outcomes?view=grid`).expect(200)).body;
  const decide = async (...outcomes: object[]) => {
    await member.patch(`${url}/outcomes`).send({ outcomes }).expect(200);
  };
  return {
    audit: { ...audit, url },
    conformance,
    requirements,
    decide,
    decideAll: (outcome) =>
      decide(
        ...(requirements as { requirementId: string }[]).map(({ requirementId }) => ({
          requirementId,
          entry: 'all',
          outcome,
        })),
      ),
  };
}
