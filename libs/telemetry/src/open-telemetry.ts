import { packageVersion, type TracingSettings } from '#libs/config';
import { asService, type Logger } from '#libs/logging';
import { TraceFlags } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace';
import { RecordedSpan } from './recorded-span.js';
import { isRecorded } from './sampling.js';
import type { Recorder } from './spans.js';
import { readTraceparent } from './traceparent.js';

/** Sends spans by OpenTelemetry to the collector, in batches: at most 2,048 wait, more are dropped. */
export function openTelemetry({ endpoint, serviceName, sampling }: TracingSettings, log: Logger): Recorder {
  const url = `${endpoint}/v1/traces`;
  const resource = detectResources({ detectors: [envDetector] }).merge(
    resourceFromAttributes({ 'service.name': serviceName, 'service.version': packageVersion() }),
  );
  const batches = new BatchSpanProcessor({ exporter: loggingExporter(new OTLPTraceExporter({ url }), url, log) });
  const sink = { resource, onEnd: (span: RecordedSpan) => batches.onEnd(span) };
  return {
    begin(kind, name, attributes, parent) {
      if (parent instanceof RecordedSpan) return new RecordedSpan(kind, name, attributes, parent.spanContext(), sink);
      const caller = readTraceparent(parent as string | undefined);
      const isRecordedThere = caller && caller.traceFlags === TraceFlags.SAMPLED;
      if (!isRecorded(sampling, isRecordedThere, Math.random())) return undefined;
      return new RecordedSpan(kind, name, attributes, caller, sink);
    },
    stop: () => batches.shutdown(),
  };
}

/** An exporter whose first failure is told, and the first success after it. */
function loggingExporter(exporter: SpanExporter, url: string, log: Logger): SpanExporter {
  const { origin } = new URL(url);
  let fails = false;
  return {
    export: (spans, done) =>
      // The request whose span fills a batch or begins one is not what the lines are about.
      asService(() =>
        exporter.export(spans, (result) => {
          const failed = result.error !== undefined;
          if (failed && !fails) log.warn(`traces cannot be sent to ${origin}: ${result.error!.message}`);
          if (!failed && fails) log.info(`traces are sent to ${origin} again`);
          fails = failed;
          done(result);
        }),
      ),
    shutdown: () => exporter.shutdown(),
  };
}
