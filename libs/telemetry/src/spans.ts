import { asTraced, currentRequest } from '#libs/logging';
// A type only: OpenTelemetry is loaded where it is configured, see `start-tracing.ts`.
import type { Attributes } from '@opentelemetry/api';

export type SpanKind = 'server' | 'client' | 'consumer';

/** Work under way that is told to a collector once it has ended. */
export interface Span {
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** Says what kind of error it ended with: a code or a class, never a message, which may contain what was sent. */
  fail(errorType: string): void;
  end(): void;
}

/** What makes spans and sends them. */
export interface Recorder {
  /**
   * @param parent the span that this one is a part of, or the header `traceparent` of a caller; undefined: a trace
   *   begins here
   * @returns undefined where the trace is not recorded
   */
  begin(kind: SpanKind, name: string, attributes: Attributes, parent?: Span | string): Span | undefined;
  /** Sends what has ended and is not sent yet. Takes as long as the collector takes. */
  stop(): Promise<void>;
}

let recorder: Recorder | undefined;

/** Spans are made by this one from now on; undefined: there are none. */
export function recordWith(next: Recorder | undefined): void {
  recorder = next;
}

/** Begins what came from outside: a request or a job. Undefined where nothing is recorded, as of all that follows. */
export const beginTrace = (
  kind: SpanKind,
  name: string,
  attributes: Attributes,
  traceparent?: string,
): Span | undefined => recorder?.begin(kind, name, { ...attributes }, traceparent);

/** Whether there is a request or a job under way that is recorded. */
export const isRecording = (): boolean => recorder !== undefined && currentRequest().span !== undefined;

/** Begins a part of the current request or job; undefined where that is not recorded. */
export function beginSpan(kind: SpanKind, name: string, attributes: Attributes): Span | undefined {
  if (!recorder) return undefined;
  const { id, span } = currentRequest();
  return span && recorder.begin(kind, name, { ...attributes, ...(id && requestAttributes(id)) }, span as Span);
}

/** By what the spans of a request are found from its answer and its lines of the log. */
export const requestAttributes = (id: string): Attributes => ({ 'curbcut.request.id': id });

/** Ends a span with the work that it tells of. */
export async function traced<T>(span: Span | undefined, work: () => Promise<T>): Promise<T> {
  if (!span) return work();
  try {
    return await work();
  } catch (error) {
    span.fail(typeOf(error));
    throw error;
  } finally {
    span.end();
  }
}

/** The same of a job, whose statements and messages are parts of the span. */
export const tracedJob = <T>(span: Span | undefined, work: () => Promise<T>): Promise<T> =>
  span ? traced(span, () => asTraced(span, work)) : work();

function typeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : typeof name === 'string' ? name : '_OTHER';
}
