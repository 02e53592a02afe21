import { z } from 'zod';

const SAMPLER = /^(parentbased_)?(always_on|always_off|traceidratio)$/;

/**
 * The variables of traces, as OpenTelemetry names them; the exporter reads more itself, such as
 * `OTEL_EXPORTER_OTLP_HEADERS`.
 */
export const TRACING = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_SERVICE_NAME: z.string().default('curbcut'),
  OTEL_TRACES_SAMPLER: z
    .string()
    .regex(SAMPLER, 'must be always_on, always_off or traceidratio, also with parentbased_ before it')
    .default('always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
};

/** Where traces are sent, and which. */
export interface TracingSettings {
  /** The base URL of a collector that speaks OTLP over HTTP, without a trailing slash. */
  endpoint: string;
  serviceName: string;
  sampling: {
    /** Whether a caller's `traceparent` decides what is recorded: with samplers that are called `parentbased_`. */
    trustsCallers: boolean;
    /** The share of traces that are recorded where nobody else decides, from 0 to 1. */
    ratio: number;
  };
}

/** What the variables say; undefined: nothing is traced. */
export function tracingOf(environment: z.infer<z.ZodObject<typeof TRACING>>): TracingSettings | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER: sampler } = environment;
  if (!endpoint) return undefined;
  const ratios = { always_on: 1, always_off: 0, traceidratio: environment.OTEL_TRACES_SAMPLER_ARG };
  return {
    endpoint: endpoint.replace(/\/+$/, ''),
    serviceName: environment.OTEL_SERVICE_NAME,
    sampling: {
      trustsCallers: sampler.startsWith('parentbased_'),
      ratio: ratios[sampler.replace('parentbased_', '') as keyof typeof ratios],
    },
  };
}
