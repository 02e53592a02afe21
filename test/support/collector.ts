import { TestReceiver } from './receiver.js';

/** What a collector of traces knows of a span. */
export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  /** 2: server, 3: client, 5: consumer, as OTLP numbers them. */
  kind: number;
  /** 2 is an error. */
  status: { code: number };
  attributes: Record<string, string | number>;
}

/** A collector that takes traces over HTTP, as OTLP in JSON. */
export class TestCollector {
  private constructor(private readonly receiver: TestReceiver) {}

  static async start(): Promise<TestCollector> {
    return new TestCollector(await TestReceiver.start());
  }

  get endpoint(): string {
    return this.receiver.url('');
  }

  /** All that it was sent, as it came. */
  get text(): string {
    return this.receiver.received.map(({ path, body }) => `${path} ${body}`).join('\n');
  }

  get spans(): CollectedSpan[] {
    return this.receiver.at('/v1/traces').flatMap(({ body }) => spansIn(JSON.parse(body) as Export));
  }

  /** Answers from now on with a status, or never. */
  answer(answer: number | 'hang'): void {
    this.receiver.answers.set('/v1/traces', answer);
  }

  /** Answers what hangs after all. */
  release(): void {
    this.receiver.release();
  }

  forget(): void {
    this.receiver.received.length = 0;
  }

  stop(): Promise<void> {
    return this.receiver.stop();
  }
}

interface Export {
  resourceSpans: {
    scopeSpans: {
      spans: (Omit<CollectedSpan, 'attributes'> & {
        attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
      })[];
    }[];
  }[];
}

const spansIn = ({ resourceSpans }: Export): CollectedSpan[] =>
  resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans)
    .map(({ attributes, ...span }) => ({
      ...span,
      attributes: Object.fromEntries(
        attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? '']),
      ),
    }));
