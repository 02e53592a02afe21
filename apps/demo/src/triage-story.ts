import { type Client, ApiError } from './client.js';
import { startReceiver } from './receiver.js';

type Log = (line: string) => void;

interface Ingested {
  testActivity: { number: number };
  delta: { new: number; known: number; regressed: number; dismissed: number; resolved: number };
}

interface Finding {
  id: string;
  ruleId: string;
  status: string;
  regressionCount: number;
}

const PRIVATE_ADDRESS_CODE = 'private_address';

/**
 * Shows the life of findings: dismissed and still dismissed, fixed and back again, an upload undone, a webhook sent.
 */
export async function showTriage(
  { person, pipeline, organization }: { person: Client; pipeline: Client; organization: string },
  product: string,
  log: Log,
): Promise<void> {
  const productRef = product.split('/').at(-1)!;
  const scan = async (...rules: string[]): Promise<Ingested> =>
    (
      await pipeline.post<Ingested>('/api/ingest/test-activity', {
        productRef,
        type: 'automated_scan',
        tool: 'Demo Scanner',
        coverage: 'complete',
        findings: rules.map((ruleId) => ({ ruleId, title: `Something is wrong with ${ruleId}`, severity: 'medium' })),
      })
    ).body;
  const finding = async (ruleId: string): Promise<Finding | undefined> =>
    (await person.get<{ findings: Finding[] }>(`${product}/findings?tool=Demo Scanner&ruleId=${ruleId}`)).body
      .findings[0];
  const act = async (ruleId: string, action: string, body: object = {}): Promise<void> =>
    void (await person.post(`${product}/findings/${(await finding(ruleId))!.id}/${action}`, body));

  await scan('logo', 'menu');
  await act('logo', 'dismiss', { reason: 'third_party', comment: 'The logo is the vendor’s' });
  const again = await scan('logo', 'menu');
  log(
    `Dismissed "logo", scanned again: still ${(await finding('logo'))!.status} (${again.delta.dismissed} in the delta)`,
  );

  await act('menu', 'confirm');
  const fixed = await scan('logo');
  log(`Fixed "menu": ${fixed.delta.resolved} resolved, it is ${(await finding('menu'))!.status}`);
  const back = await scan('logo', 'menu');
  const menu = (await finding('menu'))!;
  log(`It came back: ${back.delta.regressed} regressed, it is ${menu.status}, ${menu.regressionCount} regression`);

  const mistaken = await scan('typo-1', 'typo-2', 'typo-3');
  const { number } = mistaken.testActivity;
  await person.delete(`${product}/test-activity/${number}`);
  const gone = (await finding('typo-1')) === undefined;
  log(
    `Uploaded run ${number} by mistake (${mistaken.delta.new} new, ${mistaken.delta.resolved} resolved) and undid it: ` +
      `its findings are ${gone ? 'gone' : 'there'}, "menu" is ${(await finding('menu'))!.status} again`,
  );

  await showWebhook(person, organization, () => scan('logo', 'menu', 'footer'), log);
}

async function showWebhook(
  person: Client,
  organization: string,
  cause: () => Promise<unknown>,
  log: Log,
): Promise<void> {
  const receiver = await startReceiver();
  try {
    const { body, location } = await person.post<{ webhook: { secret: string } }>(`${organization}/webhooks`, {
      url: receiver.url,
      types: ['findings.raised'],
    });
    await cause();
    const message = await receiver.first(body.webhook.secret, 10_000);
    await person.delete(location!);
    log(
      message
        ? `A webhook was told ${message.type}; its signature is ${message.verified ? 'verified' : 'WRONG'}`
        : 'No webhook arrived within ten seconds (does a worker run?)',
    );
  } catch (error) {
    if (!(error instanceof ApiError) || !error.message.includes(PRIVATE_ADDRESS_CODE)) throw error;
    log('No webhook: the service does not tell receivers on this machine (WEBHOOKS_ALLOW_PRIVATE=true would let it)');
  } finally {
    receiver.close();
  }
}
