import type { Curbcut, Finding, IngestAnswer, RunContextInput } from '#libs/client';
import type { ProductPlace } from './callers.js';

type Log = (line: string) => void;

const TOOL = 'Pipeline Scanner';
const PULL_REQUEST: RunContextInput = {
  trigger: 'pull_request',
  prNumber: 7,
  prUrl: 'https://github.com/example/shop/pull/7',
};

/**
 * Tells the story of a pull request: red on the first push, still red on the second, green once it is mended, and
 * landed with the merge.
 */
export async function showPullRequest(
  { person, pipeline }: { person: Curbcut; pipeline: Curbcut },
  product: ProductPlace,
  log: Log,
): Promise<void> {
  const productRef = product.productSlug;
  const scan = (context: RunContextInput, ...rules: string[]): Promise<IngestAnswer> =>
    pipeline.ingest.report({
      body: {
        productRef,
        context,
        type: 'automated_scan',
        tool: TOOL,
        coverage: 'complete',
        findings: rules.map((ruleId) => ({ ruleId, title: `Something is wrong with ${ruleId}`, severity: 'medium' })),
      },
    });
  const production = (...rules: string[]) => scan({ trigger: 'push', environment: 'production' }, ...rules);
  const push = async (name: string, ...rules: string[]): Promise<void> => {
    const { introduced, fixes } = await scan(PULL_REQUEST, ...rules);
    const brought = introduced.indexes.map((index) => `"${rules[index]}"`).join(' and ');
    log(`  ${name}: ${introduced.count > 0 ? `red, it brings ${brought}` : 'green'} (and mends ${fixes})`);
  };
  const finding = async (ruleId: string): Promise<Finding | undefined> =>
    (await person.findings.list({ ...product, tool: [TOOL], ruleId: [ruleId] })).findings[0];

  await production('carousel', 'footnote');
  log('Production has "carousel" and "footnote"; pull request 7 sets about "carousel"');
  await push('first push', 'footnote', 'contrast', 'captcha');
  await push('second push, nothing mended', 'footnote', 'contrast', 'captcha');
  const captcha = (await finding('captcha'))!;
  const confirmed = await person.findings.confirm({ ...product, findingId: captcha.id, body: {} });
  await push(`"contrast" mended, "captcha" confirmed as issue ${confirmed.issue.number}`, 'footnote', 'captcha');
  const contrast = await finding('contrast');
  log(`  nothing was resolved in production: "carousel" is ${(await finding('carousel'))?.status}`);

  const { delta } = await production('footnote', 'captcha');
  const landed = await finding('captcha');
  log(
    `  merged: "captcha" has ${landed?.proposed ? 'NOT landed' : `landed (${landed?.status})`}, ` +
      `"carousel" is ${(await finding('carousel'))?.status} (${delta.resolved} resolved, ${delta.new} new)`,
  );
  const { lines } = await person.lines.list(product);
  const proposal = lines.find(({ kind }) => kind === 'proposal')!;
  await person.lines.end({ ...product, lineId: proposal.id });
  const isGone = (await finding('contrast')) === undefined;
  log(
    `  closed: its line ends (GitHub's webhook says so, or a person), and "contrast", which was ${contrast?.status}, is ${isGone ? 'gone' : 'there'}`,
  );
}
