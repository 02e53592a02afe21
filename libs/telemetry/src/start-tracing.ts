import { setTimeout as delay } from 'node:timers/promises';
import type { TracingSettings } from '#libs/config';
import type { Logger } from '#libs/logging';
import { recordWith } from './spans.js';

/** How long a stop waits for a collector. */
const STOP_WITHIN_MS = 2_000;

/**
 * Records spans from now on, if it is configured. OpenTelemetry is loaded only then: a start and idle memory are
 * smaller without it.
 * @returns what ends it, and sends what is left, within two seconds
 */
export async function startTracing(settings: TracingSettings | undefined, log: Logger): Promise<() => Promise<void>> {
  if (!settings) return () => Promise.resolve();
  const { openTelemetry } = await import('./open-telemetry.js');
  const recorder = openTelemetry(settings, log);
  recordWith(recorder);
  return async () => {
    recordWith(undefined);
    await Promise.race([recorder.stop().catch(() => {}), delay(STOP_WITHIN_MS, undefined, { ref: false })]);
  };
}
