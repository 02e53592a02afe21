import type { Client } from './client.js';

type Log = (line: string) => void;

interface Answer {
  introduced: { count: number; indexes: number[] };
  fixes: number | null;
  delta: { new: number; known: number; resolved: number };
}

interface Finding {
  id: string;
  status: string;
  proposed: boolean;
}

interface Line {
  id: string;
  kind: string;
  name: string | null;
}

const TOOL = 'Pipeline Scanner';
const PULL_REQUEST = {
  trigger: 'pull_request',
  prNumber: 7,
  prUrl: 'https://github.com/example/shop/pull/7',
};

/**
 * Tells the story of a pull request: red on the first push, still red on the second, green once it is mended, and landed with the
 * merge.
 */
export async function showPullRequest(
  { person, pipeline }: { person: Client; pipeline: Client },
  product: string,
  log: Log,
): Promise<void> {
  const productRef = product.split('/').at(-1)!;
  const scan = async (context: object, ...rules: string[]): Promise<Answer> =>
    (
      await pipeline.post<Answer>('/api/ingest/test-activity', {
        ...{ productRef, context, type: 'automated_scan', tool: TOOL, coverage: 'complete' },
        findings: rules.map((ruleId) => ({ ruleId, title: `Something is wrong with ${ruleId}`, severity: 'medium' })),
      })
    ).body;
  const production = (...rules: string[]) => scan({ trigger: 'push', environment: 'production' }, ...rules);
  const push = async (name: string, ...rules: string[]): Promise<void> => {
    const { introduced, fixes } = await scan(PULL_REQUEST, ...rules);
    const brought = introduced.indexes.map((index) => `"${rules[index]}"`).join(' and ');
    log(`  ${name}: ${introduced.count > 0 ? `red, it brings ${brought}` : 'green'} (and mends ${fixes})`);
  };
  const finding = async (ruleId: string): Promise<Finding | undefined> =>
    (await person.get<{ findings: Finding[] }>(`${product}/findings?tool=${TOOL}&ruleId=${ruleId}`)).body.findings[0];

  await production('carousel', 'footnote');
  log('Production has "carousel" and "footnote"; pull request 7 sets about "carousel"');
  await push('first push', 'footnote', 'contrast', 'captcha');
  await push('second push, nothing mended', 'footnote', 'contrast', 'captcha');
  const captcha = (await finding('captcha'))!;
  const confirmed = await person.post<{ issue: { number: number } }>(`${product}/findings/${captcha.id}/confirm`);
  await push(`"contrast" mended, "captcha" confirmed as issue ${confirmed.body.issue.number}`, 'footnote', 'captcha');
  const contrast = await finding('contrast');
  log(`  nothing was resolved in production: "carousel" is ${(await finding('carousel'))?.status}`);

  const { delta } = await production('footnote', 'captcha');
  const landed = await finding('captcha');
  log(
    `  merged: "captcha" has ${landed?.proposed ? 'NOT landed' : `landed (${landed?.status})`}, ` +
      `"carousel" is ${(await finding('carousel'))?.status} (${delta.resolved} resolved, ${delta.new} new)`,
  );
  const { lines } = (await person.get<{ lines: Line[] }>(`${product}/lines`)).body;
  const proposal = lines.find(({ kind }) => kind === 'proposal')!;
  await person.post(`${product}/lines/${proposal.id}/end`);
  const isGone = (await finding('contrast')) === undefined;
  log(
    `  closed: its line ends (GitHub's webhook says so, or a person), and "contrast", which was ${contrast?.status}, is ${isGone ? 'gone' : 'there'}`,
  );
}
