import { type Curbcut, CurbcutError, type Finding, type IngestAnswer } from '#libs/client';
import type { ProductPlace } from './callers.js';
import { startReceiver } from './receiver.js';

type Log = (line: string) => void;

/**
 * Shows the life of findings: dismissed and still dismissed, fixed and back again, an upload undone, a webhook sent.
 */
export async function showTriage(
  { person, pipeline }: { person: Curbcut; pipeline: Curbcut },
  product: ProductPlace,
  log: Log,
): Promise<void> {
  const scan = (...rules: string[]): Promise<IngestAnswer> =>
    pipeline.ingest.report({
      body: {
        productRef: product.productSlug,
        type: 'automated_scan',
        tool: 'Demo Scanner',
        coverage: 'complete',
        // The report on the product admits that this criterion is met in part only: nothing of this contradicts it.
        findings: rules.map((ruleId) => ({
          ruleId,
          title: `Something is wrong with ${ruleId}`,
          severity: 'medium',
          wcag: ['1.4.3'],
        })),
      },
    });
  const finding = async (ruleId: string): Promise<Finding | undefined> =>
    (await person.findings.list({ ...product, tool: ['Demo Scanner'], ruleId: [ruleId] })).findings[0];
  const place = async (ruleId: string) => ({ ...product, findingId: (await finding(ruleId))!.id });

  await scan('logo', 'menu');
  await person.findings.dismiss({
    ...(await place('logo')),
    body: { reason: 'third_party', comment: 'The logo is the vendor’s' },
  });
  const again = await scan('logo', 'menu');
  log(
    `Dismissed "logo", scanned again: still ${(await finding('logo'))!.status} (${again.delta.dismissed} in the delta)`,
  );

  await person.findings.confirm({ ...(await place('menu')), body: {} });
  const fixed = await scan('logo');
  log(`Fixed "menu": ${fixed.delta.resolved} resolved, it is ${(await finding('menu'))!.status}`);
  const back = await scan('logo', 'menu');
  const menu = (await finding('menu'))!;
  log(`It came back: ${back.delta.regressed} regressed, it is ${menu.status}, ${menu.regressionCount} regression`);

  const mistaken = await scan('typo-1', 'typo-2', 'typo-3');
  const { number } = mistaken.testActivity!;
  await person.testActivities.delete({ ...product, number });
  const gone = (await finding('typo-1')) === undefined;
  log(
    `Uploaded run ${number} by mistake (${mistaken.delta.new} new, ${mistaken.delta.resolved} resolved) and undid it: ` +
      `its findings are ${gone ? 'gone' : 'there'}, "menu" is ${(await finding('menu'))!.status} again`,
  );

  await showWebhook(person, product.orgId, () => scan('logo', 'menu', 'footer'), log);
}

async function showWebhook(person: Curbcut, orgId: string, cause: () => Promise<unknown>, log: Log): Promise<void> {
  const receiver = await startReceiver();
  try {
    const { webhook } = await person.webhooks.create({
      orgId,
      body: { url: receiver.url, types: ['findings.raised'] },
    });
    await cause();
    const message = await receiver.first(webhook.secret!, 10_000);
    await person.webhooks.delete({ orgId, webhookId: webhook.id });
    log(
      message
        ? `A webhook was told ${message.type}; its signature is ${message.verified ? 'verified' : 'WRONG'}`
        : 'No webhook arrived within ten seconds (does a worker run?)',
    );
  } catch (error) {
    if (!(error instanceof CurbcutError) || !error.errors.some(({ code }) => code === 'private_address')) throw error;
    log('No webhook: the service does not tell receivers on this machine (WEBHOOKS_ALLOW_PRIVATE=true would let it)');
  } finally {
    receiver.close();
  }
}
