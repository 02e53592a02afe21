import { type Curbcut, CurbcutError } from '#libs/client';
import type { ProductPlace } from './callers.js';

type Log = (line: string) => void;

const STANDARD = 'wcag-2-2';

/**
 * Shows what is said to the outside: a report that rests on an audit, what keeps it from being published, and its
 * public address.
 */
export async function showReport(
  person: Curbcut,
  base: string,
  product: ProductPlace,
  auditNumber: number,
  log: Log,
): Promise<void> {
  const { orgId } = product;
  const { standard } = await person.standards.read({ orgId, standardSlug: STANDARD });
  const conformanceLevel = standard.levels.find(({ name }) => name === 'AA')!.id;
  const body = { standardId: standard.id, conformanceLevel };
  const { audit } = await person.audits.update({ ...product, auditNumber, body });
  const { conformanceReport: report } = await person.conformanceReports.create({
    ...product,
    body: {
      title: 'Accessibility Conformance Report of the Mobile App',
      auditId: audit.id,
      productVersion: '4.2',
      productDescription: 'An app with which people order at home and follow what they ordered.',
      author: { name: 'Demo', email: 'demo@example.org', organization: 'Example Agency' },
      contact: { email: 'accessibility@example.org' },
      preparedBy: 'self',
      enforcement: { name: 'Ombud of Example', url: 'https://ombud.example.org/' },
    },
  });
  const place = { ...product, reportNumber: report.number };

  const { requirements } = await person.standards.listRequirements({ orgId, standardSlug: STANDARD });
  const evidence = [{ kind: 'audit' as const, number: auditNumber }];
  const [contrast, ...others] = requirements.toSorted((a, b) => weigh(a.name) - weigh(b.name));
  const verdicts = others.map(({ id: requirementId }) => ({ requirementId, verdict: 'supports' as const, evidence }));
  await person.conformanceVerdicts.stateMany({ ...place, body: { verdicts } });
  const { problems } = await person.conformanceReports.listProblems(place);
  log(
    `A conformance report with ${verdicts.length} verdicts; what is missing: ${problems.map(problemText).join(', ')}`,
  );

  const remarks = 'Hints in forms are grey on grey.';
  await person.conformanceVerdicts.state({
    ...place,
    judgedRequirementId: contrast!.id,
    body: { verdict: 'partially_supports', remarks },
  });
  try {
    const { conformanceReport } = await person.conformanceReports.publish(place);
    log(`Published the report, SHA-256 ${conformanceReport.sha256}`);
    log(`  its public address is ${base}/public/conformance/${conformanceReport.publicToken}`);
  } catch (error) {
    if (!(error instanceof CurbcutError) || error.code !== 'secret_key_missing') throw error;
    log('Not published: the service keeps no secrets without SECRET_KEY');
  }
}

/** The criterion that fails comes first. */
const weigh = (name: string): number => (name.startsWith('1.4.3') ? 0 : 1);

const problemText = ({ code, requirement }: { code: string; requirement: string | null }): string =>
  requirement ? `${code} at ${requirement}` : code;
