import type { SpanContext } from '@opentelemetry/api';

const FORM = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const SAMPLED = 1;

/** The span of a caller, by the header `traceparent` of W3C Trace Context; undefined where it is none. */
export function readTraceparent(header: string | undefined): SpanContext | undefined {
  const [, version, traceId, spanId, flags, more] = FORM.exec(header ?? '') ?? [];
  // Only a later version may have more at its end.
  if (!traceId || !spanId || (version === '00' && more)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags!, 16) & SAMPLED, isRemote: true };
}
