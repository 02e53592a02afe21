import { CurbcutError } from './error.js';
import type { WebhookMessage } from './generated/types.gen.js';

const TOLERANCE_S = 5 * 60;
const PREFIX = 'whsec_';

type HeaderSource = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The message of a request to a webhook, if one of the secrets has signed it (Standard Webhooks 1.0) in the last five
 * minutes.
 * @param payload the body as it came: text that was parsed and written again has another signature
 * @param secret `whsec_…`; both while a new one takes over
 * @throws CurbcutError with the code `webhook_invalid`
 */
export async function verifyWebhook(
  payload: string | Uint8Array,
  headers: HeaderSource,
  secret: string | readonly string[],
): Promise<WebhookMessage> {
  const text = typeof payload === 'string' ? payload : new TextDecoder().decode(payload);
  const [id, sentAt, signatures] = ['id', 'timestamp', 'signature'].map((name) => headerOf(headers, `webhook-${name}`));
  if (!id || !sentAt || !signatures)
    throw invalid('a header is missing: webhook-id, webhook-timestamp or webhook-signature');
  if (!(Math.abs(Date.now() / 1000 - Number(sentAt)) <= TOLERANCE_S))
    throw invalid('it was not sent in the last five minutes');
  const signed = new TextEncoder().encode(`${id}.${sentAt}.${text}`);
  const candidates = signatures
    .split(' ')
    .flatMap((signature) => (signature.startsWith('v1,') ? [signature.slice(3)] : []));
  for (const one of [secret].flat()) {
    const key = await keyOf(one);
    for (const signature of candidates)
      if (await crypto.subtle.verify('HMAC', key, bytesOf(signature), signed)) return parsed(text);
  }
  throw invalid('no signature matches');
}

function headerOf(headers: HeaderSource, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return [value].flat()[0];
}

const keyOf = (secret: string) =>
  crypto.subtle.importKey('raw', bytesOf(secret.replace(PREFIX, '')), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ]);

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

function parsed(text: string): WebhookMessage {
  try {
    return JSON.parse(text) as WebhookMessage;
  } catch {
    throw invalid('it is not valid JSON');
  }
}

const invalid = (why: string): CurbcutError =>
  new CurbcutError(`The message was rejected: ${why}.`, { code: 'webhook_invalid' });
