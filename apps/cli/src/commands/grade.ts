import type { Settings } from '../config/settings.js';
import { type Access, callService } from '../delivery/service.js';
import { LocalFault, ServiceFault } from '../faults.js';
import { jsonText } from '../outputs/json.js';
import { painted } from '../printable.js';
import type { Terminal } from '../terminal.js';
import { accessOf } from './deliver.js';

interface Grade {
  letter: string | null;
  score: number | null;
  reasons: { code: string; cap: string | null; count: number }[];
  /** The letter if all that is pending were confirmed. */
  potentialLetter: string | null;
  next: { letter: string; todo: { code: string; count: number }[] } | null;
}

/** `curbcut grade`; 1 where there is none, or one worse than `min`. */
export async function grade(settings: Settings, terminal: Terminal, min: string | undefined): Promise<number> {
  const { url, apiKey, product, outputs, quiet } = settings;
  if (url === undefined) throw new LocalFault('CURBCUT_URL is not set. Set it to the address of the service.');
  if (apiKey === undefined)
    throw new LocalFault('CURBCUT_API_KEY is not set. The grade command requires a key with the scope read.');
  if (product === undefined) throw new LocalFault('Name the product with CURBCUT_PRODUCT or --product.');
  const access = accessOf({ ...settings, url }, terminal);
  const organization = settings.organization ?? (await organizationOf(access));
  const path = `/v1/organizations/${encodeURIComponent(organization)}/products/${encodeURIComponent(product)}`;
  const { grade: found } = (await callService<{ grade: Grade }>('GET', `${path}/grade`, access)).body;
  const pending = await pendingOf(path, access);
  const passes = found.letter !== null && (min === undefined || found.letter <= min);
  const isJson = outputs.some(({ form }) => form === 'json');
  if (isJson) terminal.out(jsonText({ grade: found, pending, min: min ?? null, passes }));
  else if (!quiet || !passes) terminal.out(asText(found, { pending, min, passes }, terminal));
  return passes ? 0 : 1;
}

/** The organization of the key, which the service tells to keys that are not limited to one product. */
async function organizationOf(access: Access): Promise<string> {
  try {
    const { body } = await callService<{ apiKey: { organization: { id: string } } }>('GET', '/v1/key', access);
    return body.apiKey.organization.id;
  } catch (error) {
    if ((error as { code?: string }).code !== 'key_product_mismatch') throw error;
    throw new LocalFault(
      'The key is limited to one product, so the organization must be set. Set CURBCUT_ORGANIZATION to the organizationId shown when the key was created.',
    );
  }
}

/** How many findings nobody has answered; null where the key may not know. */
async function pendingOf(product: string, access: Access): Promise<number | null> {
  try {
    const path = `${product}/findings?status=pending&proposed=false&pageSize=1`;
    return (await callService<{ total: number }>('GET', path, access)).body.total;
  } catch (error) {
    if (error instanceof ServiceFault && !error.isOutage) return null;
    throw error;
  }
}

interface Judged {
  pending: number | null;
  min: string | undefined;
  passes: boolean;
}

function asText(
  { letter, score, reasons, next, potentialLetter }: Grade,
  { pending, min, passes }: Judged,
  terminal: Terminal,
): string {
  const shown = painted(terminal, passes ? 'green' : 'red', letter ?? 'none');
  const lines = [
    `Grade: ${shown}${potentialLetter === letter ? '' : `, ${potentialLetter ?? 'none'} if all pending findings were confirmed`}${score === null ? '' : ` (${score} of 100)`}${min === undefined ? '' : `, required: ${min} or better`}`,
    ...reasons.map(({ code, cap, count }) => `  ${words(code, count)}${cap ? `: at most ${cap}` : ''}`),
    ...(pending ? [pendingLine(pending)] : []),
    ...(next ? [`To reach ${next.letter}: ${next.todo.map(({ code, count }) => words(code, count)).join(', ')}.`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

const pendingLine = (pending: number): string =>
  `Pending: ${pending} ${pending === 1 ? 'finding' : 'findings'} without a decision.`;

/** A code of the service as words. */
const words = (code: string, count: number): string => `${code.replaceAll('_', ' ')}${count > 0 ? ` (${count})` : ''}`;
