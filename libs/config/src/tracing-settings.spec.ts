import { ConfigurationError, readSettings } from './settings.js';

const OTEL_EXPORTER_OTLP_ENDPOINT = 'https://collector.example.org:4318/';

test('nothing is traced without a collector', () => {
  expect(readSettings({ OTEL_TRACES_SAMPLER: 'always_on' }).tracing).toBeUndefined();
});

test.each([
  [{}, { trustsCallers: false, ratio: 1 }],
  [{ OTEL_TRACES_SAMPLER: 'always_off' }, { trustsCallers: false, ratio: 0 }],
  [
    { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' },
    { trustsCallers: false, ratio: 0.1 },
  ],
  [
    { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' },
    { trustsCallers: true, ratio: 0.1 },
  ],
])('%o', (variables, sampling) => {
  expect(readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT, ...variables }).tracing).toEqual({
    endpoint: 'https://collector.example.org:4318',
    serviceName: 'curbcut',
    sampling,
  });
});

test.each([
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
  { OTEL_TRACES_SAMPLER: 'sometimes' },
  { OTEL_TRACES_SAMPLER_ARG: '2' },
])('%o is refused at the start', (variables) => {
  expect(() => readSettings(variables)).toThrow(ConfigurationError);
});
