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
        'Counts the messages to the webhook without gaps: one that is missing is still to come, or was given up.',
    },
    data: schema(dataOf(type)),
  },
  required: ['type', 'timestamp', 'sequence', 'data'],
});

const isTest = {
  type: 'boolean',
  const: true,
  description: 'In a message that somebody asked for; absent in all others.',
};
const productSlug = {
  type: ['string', 'null'],
  description: 'The product as its address has it; null: of none, or it is deleted.',
};
const addresses = {
  url: {
    type: ['string', 'null'],
    format: 'uri',
    description: 'Where the interface has it; null: nowhere, or it is deleted.',
  },
  consoleUrl: {
    type: ['string', 'null'],
    format: 'uri',
    description: 'Where the console shows it; null: nowhere, or there is no console.',
  },
};

/** The data of an event; `record` is what is shown of the record. */
const eventData = (record: object) =>
  closed(
    'An event of the change log, and what it happened to.',
    {
      id: {
        ...id,
        description: 'The event in the change log: of an issue that was made with something else, the event of that.',
      },
      organizationId: id,
      productId: { ...nullableId, description: 'Null for what concerns the whole organization.' },
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
    'The record as its list shows it, when the message was made: never older than the change, and with a higher `sequence` never older than before. Null: it is deleted, or there are many.',
});

/** The schemas of all messages: `WebhookMessage` is any of them, told apart by `type`. */
export const MESSAGE_SCHEMAS: Readonly<Record<string, object>> = {
  WebhookMessage: {
    description:
      'The body of a message: what happened, when, and everything about it. New types may come: ignore those you do not know.',
    oneOf: TYPES.map((type) => schema(nameOf(type))),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(TYPES.map((type) => [type, schema(nameOf(type)).$ref])),
    },
  },
  ...Object.fromEntries(TYPES.map((type) => [nameOf(type), messageOf(type)])),
  EventMessageData: eventData({ type: 'null', description: 'Such records are not shown.' }),
  ...Object.fromEntries(SNAPSHOT_KINDS.map((kind) => [dataOf(`${kind}.`), eventData(shown(RECORDS[kind]))])),
  FindingsMessageData: closed(
    'What became of findings by a run, or by the end of a line: `testActivity` or `line` says which.',
    {
      organizationId: id,
      productId: id,
      productSlug,
      testActivity: closed('The run.', { id, number: { type: 'integer', minimum: 1 } }),
      line: closed('The line that ended.', {
        id,
        kind: schema('LineKind'),
        name: { type: 'string' },
        tool: { type: 'string' },
      }),
      count: { type: 'integer', minimum: 1, description: 'How many findings.' },
      findingIds: { type: 'array', items: id, description: 'The ids of the first of them.' },
      ...addresses,
      test: isTest,
    },
    ['testActivity', 'line', 'test'],
  ),
  TestMessageData: closed('A message that somebody asked for, to see whether messages arrive.', {
    organizationId: id,
    webhookId: id,
  }),
};

const SIGNED: Readonly<Record<keyof ReturnType<typeof signedHeaders>, string>> = {
  'webhook-id': 'The id of the message, the same in each attempt: what to recognize a repetition by.',
  'webhook-timestamp': 'When it was sent, in seconds since 1970: refuse what is older than five minutes.',
  'webhook-signature':
    '`v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64; one for each secret, between spaces.',
};

/** The section `webhooks`: what the service sends. */
export const WEBHOOKS = {
  message: {
    post: {
      operationId: 'webhooks_message',
      summary: 'A message to a webhook',
      description:
        'Posted to the address of each webhook that is told of its type. Attempts that get no 2xx are repeated for three days.',
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
        '2XX': { description: 'The message arrived. The body is ignored.' },
        '410': { description: 'Nobody is there any more: the webhook is switched off.' },
      },
    },
  },
};
