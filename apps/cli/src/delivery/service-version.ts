import { LocalFault } from '../faults.js';
import { VERSION } from '../version.js';
import { NoAnswer, send } from './http.js';

/** What a service says of itself at `/version`. */
export interface ServiceVersion {
  service: string;
  oldestClient: string;
}

// Nothing depends on the answer but a clear word, so nobody waits long for it.
const PATIENCE = 5_000;

/** The version of the service; undefined where it does not say, as those of 0.1.0 don't. */
export async function versionOf(url: string): Promise<ServiceVersion | undefined> {
  try {
    const { status, body } = await send({ method: 'GET', url: `${url}/version`, timeout: PATIENCE });
    return status === 200 ? parsed(body.toString()) : undefined;
  } catch (error) {
    if (error instanceof NoAnswer) return undefined;
    throw error;
  }
}

function parsed(text: string): ServiceVersion | undefined {
  try {
    const content = JSON.parse(text) as Partial<ServiceVersion> | null;
    const { service, oldestClient } = content ?? {};
    return isVersion(service) && isVersion(oldestClient) ? { service, oldestClient } : undefined;
  } catch {
    return undefined;
  }
}

const VERSION_FORM = /^\d{1,9}\.\d{1,9}\.\d{1,9}(-[0-9A-Za-z.-]{1,40})?$/;
const isVersion = (value: unknown): value is string => typeof value === 'string' && VERSION_FORM.test(value);

/**
 * Refuses a service whose answers this command line would not understand.
 * @throws LocalFault naming where the one that fits is
 */
export async function requireCompatible(url: string): Promise<void> {
  const version = await versionOf(url);
  if (version && isOlder(VERSION, version.oldestClient))
    throw new LocalFault(
      `This command line has version ${VERSION}, but the service (${version.service}) requires ${version.oldestClient} or later. Run npx --yes --cache "$(mktemp -d)" "${url}/downloads/curbcut.tgz" instead.`,
    );
}

/** Whether a version comes before another; what follows a hyphen does not count. */
export function isOlder(version: string, other: string): boolean {
  const [left, right] = [numbersOf(version), numbersOf(other)];
  const at = left.findIndex((number, index) => number !== right[index]);
  return at >= 0 && left[at]! < right[at]!;
}

const numbersOf = (version: string): number[] => version.split('-')[0]!.split('.').map(Number);
