import { createHmac } from 'node:crypto';
import { nowMs } from '../../../test/support/moments.js';
import { verifyWebhook } from './webhook.js';

const SECRET = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;
const OTHER = `whsec_${Buffer.from('another secret').toString('base64')}`;
const BODY = JSON.stringify({ type: 'webhook.test', timestamp: new Date().toISOString(), data: { webhookId: 'ä' } });

function sign(body: string, { secret = SECRET, at = nowMs() } = {}): Record<string, string> {
  const sentAt = String(Math.floor(at / 1000));
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`msg_1.${sentAt}.${body}`).digest('base64');
  return { 'webhook-id': 'msg_1', 'webhook-timestamp': sentAt, 'Webhook-Signature': `v1,${signature}` };
}

const minutesAgo = (minutes: number) => nowMs() - minutes * 60_000;

test('a message that is signed answers its event, whatever holds its headers and its body', async () => {
  const headers = sign(BODY);
  await expect(verifyWebhook(BODY, headers, SECRET)).resolves.toMatchObject({ type: 'webhook.test' });
  await expect(verifyWebhook(Buffer.from(BODY), new Headers(headers), SECRET)).resolves.toMatchObject({
    data: { webhookId: 'ä' },
  });
});

test('while a secret is replaced, one signature that fits one secret is enough', async () => {
  const headers = sign(BODY);
  const both = { ...headers, 'Webhook-Signature': `v1a,x v1,AAAA ${headers['Webhook-Signature']}` };
  await expect(verifyWebhook(BODY, both, [OTHER, SECRET])).resolves.toMatchObject({ type: 'webhook.test' });
});

test.each([
  ['its body was altered', BODY.replace('test', 'toast'), sign(BODY)],
  ['another secret signed it', BODY, sign(BODY, { secret: OTHER })],
  ['it is six minutes old', BODY, sign(BODY, { at: minutesAgo(6) })],
  ['it comes from the future', BODY, sign(BODY, { at: minutesAgo(-6) })],
  ['its time is none', BODY, { ...sign(BODY), 'webhook-timestamp': 'now' }],
  ['its id was altered', BODY, { ...sign(BODY), 'webhook-id': 'msg_2' }],
  ['it is not signed', BODY, {}],
  ['its signature is no base64', BODY, { ...sign(BODY), 'Webhook-Signature': 'v1,?' }],
  ['it is not valid JSON', 'hello', sign('hello')],
])('a message is refused where %s', async (_why, body, headers) => {
  await expect(verifyWebhook(body, headers, SECRET)).rejects.toMatchObject({
    name: 'CurbcutError',
    code: 'webhook_invalid',
  });
});
