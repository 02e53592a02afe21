import { MESSAGE_TYPES, SNAPSHOT_KINDS, type SnapshotKind, TEST } from '../../integrations/webhooks/message-types.js';
import { signedHeaders } from '../../integrations/webhooks/signature.js';

const id = { type: 'string', format: 'uuid' };
const nullableId = { type: ['string', 'null'], format: 'uuid' };
const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const closed = (description: string, properties: Record<string, object>, optional: readonly string[] = []) => ({
  type: 'object',
  description,
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});

const TYPES = [...MESSAGE_TYPES, TEST];

/** `issue.created` is told by an `IssueCreatedMessage`. */
const nameOf = (type: string): string =>
  `${type
    .split(/[._]/)
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('')}Message`;

/** The schemas of the records that messages show. */
const RECORDS: Record<SnapshotKind, string> = {
  area: 'AreaDto',
  audit: 'AuditDto',
  conformance_report: 'ConformanceReportDto',
  finding: 'FindingDto',
  issue: 'IssueDto',
  product: 'ProductDto',
  risk: 'RiskDto',
  test_activity: 'TaggedActivityDto',
};
const isShown = (kind: string): kind is SnapshotKind => (SNAPSHOT_KINDS as readonly string[]).includes(kind);

function dataOf(type: string): string {
  if (type === TEST) return 'TestMessageData';
  if (type.startsWith('findings.')) return 'FindingsMessageData';
  const kind = type.split('.')[0]!;
  return isShown(kind) ? `${RECORDS[kind].replace(/Dto$/, '')}EventMessageData` : 'EventMessageData';
}

const messageOf = (type: string) => ({
  type: 'object',
  properties: {
    type: { type: 'string', const: type },
    timestamp: { type: 'string', format: 'date-time' },
    sequence: {
      type: 'integer',
      minimum: 1,
      description:
        'A sequence number without gaps for each webhook; a missing message is still pending, or has failed finally.',
    },
    data: schema(dataOf(type)),
  },
  required: ['type', 'timestamp', 'sequence', 'data'],
});

const isTest = {
  type: 'boolean',
  const: true,
  description: 'Only in requested test messages.',
};
const productSlug = {
  type: ['string', 'null'],
  description: 'The slug of the product; null if none, or if deleted.',
};
const addresses = {
  url: {
    type: ['string', 'null'],
    format: 'uri',
    description: 'The API URL; null if none, or if deleted.',
  },
  consoleUrl: {
    type: ['string', 'null'],
    format: 'uri',
    description: 'The console URL; null if none, or without a console.',
  },
};

/** The data of an event; `record` is what is shown of the record. */
const eventData = (record: object) =>
  closed(
    'An event of the change log, with its record.',
    {
      id: {
        ...id,
        description:
          'The event in the change log; for an issue created together with another record, the event of that record.',
      },
      organizationId: id,
      productId: { ...nullableId, description: 'Null for the whole organization.' },
      productSlug,
      actor: schema('ActorDto'),
      subject: schema('SubjectDto'),
      changes: { type: 'array', items: schema('FieldChangeDto') },
      record,
      ...addresses,
      test: isTest,
    },
    ['test'],
  );

const shown = (name: string) => ({
  oneOf: [schema(name), { type: 'null' }],
  description:
    'The record as in its list at the time of the message: never older than the change, nor than in messages with a lower `sequence`. Null if deleted, or if there are several.',
});

/** The schemas of all messages: `WebhookMessage` is any of them, told apart by `type`. */
export const MESSAGE_SCHEMAS: Readonly<Record<string, object>> = {
  WebhookMessage: {
    description: 'The body of a message: the type, the time and the data. New types can be added; ignore unknown ones.',
    oneOf: TYPES.map((type) => schema(nameOf(type))),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(TYPES.map((type) => [type, schema(nameOf(type)).$ref])),
    },
  },
  ...Object.fromEntries(TYPES.map((type) => [nameOf(type), messageOf(type)])),
  EventMessageData: eventData({ type: 'null', description: 'Not set for records of this kind.' }),
  ...Object.fromEntries(SNAPSHOT_KINDS.map((kind) => [dataOf(`${kind}.`), eventData(shown(RECORDS[kind]))])),
  FindingsMessageData: closed(
    'The effect of a run, or of the end of a line, on findings; either `testActivity` or `line` is set.',
    {
      organizationId: id,
      productId: id,
      productSlug,
      testActivity: closed('The run.', { id, number: { type: 'integer', minimum: 1 } }),
      line: closed('The ended line.', {
        id,
        kind: schema('LineKind'),
        name: { type: 'string' },
        tool: { type: 'string' },
      }),
      count: { type: 'integer', minimum: 1, description: 'The number of findings.' },
      findingIds: { type: 'array', items: id, description: 'The first ids.' },
      ...addresses,
      test: isTest,
    },
    ['testActivity', 'line', 'test'],
  ),
  TestMessageData: closed('A requested test message.', {
    organizationId: id,
    webhookId: id,
  }),
};

const SIGNED: Readonly<Record<keyof ReturnType<typeof signedHeaders>, string>> = {
  'webhook-id': 'The id of the message, equal in each attempt; use it to detect duplicates.',
  'webhook-timestamp': 'The time of sending, in seconds since 1970; reject messages older than five minutes.',
  'webhook-signature':
    '`v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64; one for each secret, separated by spaces.',
};

/** The section `webhooks`: what the service sends. */
export const WEBHOOKS = {
  message: {
    post: {
      operationId: 'webhooks_message',
      summary: 'A webhook message',
      description:
        'Sent to each webhook subscribed to its type. Attempts without a 2xx answer are repeated for three days.',
      tags: ['Webhooks'],
      security: [],
      parameters: Object.entries(SIGNED).map(([name, description]) => ({
        name,
        in: 'header',
        required: true,
        description,
        schema: { type: 'string' },
      })),
      requestBody: { required: true, content: { 'application/json': { schema: schema('WebhookMessage') } } },
      responses: {
        '2XX': { description: 'Received. The body is ignored.' },
        '410': { description: 'The endpoint no longer exists; the webhook is switched off.' },
      },
    },
  },
};
