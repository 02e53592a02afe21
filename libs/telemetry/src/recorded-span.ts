import { clock } from '#libs/clock';
import { type Attributes, type HrTime, SpanKind, type SpanContext, TraceFlags } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import { RandomIdGenerator, type SpanExporter } from '@opentelemetry/sdk-trace';
import type { Span, SpanKind as Kind } from './spans.js';

type ReadableSpan = Parameters<SpanExporter['export']>[0][number];

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };
// As SpanStatusCode of OpenTelemetry has them.
const [UNSET, ERROR] = [0, 2];
const SCOPE = { name: 'curbcut' };
const NONE: never[] = [];
const ids = new RandomIdGenerator();

/**
 * A span as exporters read it. The tracer of OpenTelemetry checks each attribute and reads the clock several times,
 * which costs six times as much: a report has a dozen spans.
 */
export class RecordedSpan implements Span, ReadableSpan {
  readonly kind: SpanKind;
  /** Of the wall, in milliseconds; how long it took is told by the clock that nobody sets. */
  private readonly at = clock.millis();
  private readonly began = performance.now();
  private took = 0;
  status: { code: number } = { code: UNSET };
  ended = false;
  readonly links = NONE;
  readonly events = NONE;
  readonly instrumentationScope = SCOPE;
  readonly droppedAttributesCount = 0;
  readonly droppedEventsCount = 0;
  readonly droppedLinksCount = 0;
  private readonly context: SpanContext;

  /** @param sink takes it when it has ended */
  constructor(
    kind: Kind,
    public name: string,
    readonly attributes: Attributes,
    readonly parentSpanContext: SpanContext | undefined,
    private readonly sink: { resource: Resource; onEnd: (span: RecordedSpan) => void },
  ) {
    this.kind = KINDS[kind];
    const traceId = parentSpanContext?.traceId ?? ids.generateTraceId();
    this.context = { traceId, spanId: ids.generateSpanId(), traceFlags: TraceFlags.SAMPLED };
  }

  get resource(): Resource {
    return this.sink.resource;
  }

  get startTime(): HrTime {
    return timeOf(this.at);
  }

  get endTime(): HrTime {
    return timeOf(this.at + this.took);
  }

  get duration(): HrTime {
    return timeOf(this.took);
  }

  spanContext(): SpanContext {
    return this.context;
  }

  rename(name: string): void {
    this.name = name;
  }

  set(attributes: Attributes): void {
    Object.assign(this.attributes, attributes);
  }

  fail(errorType: string): void {
    this.status = { code: ERROR };
    this.attributes['error.type'] = errorType;
  }

  end(): void {
    if (this.ended) return;
    this.ended = true;
    this.took = performance.now() - this.began;
    this.sink.onEnd(this);
  }
}

const timeOf = (milliseconds: number): HrTime => [
  Math.floor(milliseconds / 1_000),
  Math.floor((milliseconds % 1_000) * 1e6),
];
