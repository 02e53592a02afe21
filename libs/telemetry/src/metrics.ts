import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What this process tells Prometheus. Names are stable. */
export const registry = new Registry();

/** A number that only grows, from the start of the process on. */
export const counted = <T extends string = string>(
  name: string,
  help: string,
  labelNames: readonly T[] = [],
): Counter<T> => new Counter({ name, help, labelNames: [...labelNames], registers: [registry] });

/** A number of now. */
export const gauged = <T extends string = string>(
  name: string,
  help: string,
  labelNames: readonly T[] = [],
): Gauge<T> => new Gauge({ name, help, labelNames: [...labelNames], registers: [registry] });

/** How long something took, in seconds. */
export const timed = <T extends string>(name: string, help: string, labelNames: readonly T[]): Histogram<T> =>
  new Histogram({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  });
