import { createHash, timingSafeEqual } from 'node:crypto';
import { clock } from '#libs/clock';
import { InvalidInput } from '#libs/errors';
import { z } from 'zod';
import { jsonOfDelivery } from '../../webhooks/delivery-json.js';
import { isSignature, isSignedByGitHub } from '../../webhooks/github-signature.js';
import { isSigned } from '../../webhooks/signature.js';
import { nameThere } from '../read-json.js';
import type { SharedFields } from '../sync/tracker-link.entity.js';
import type { TrackerKind } from '../../../records/issues/tracker-link.js';

/** How a tracker of a kind proves its deliveries, and of which issue they tell. */
interface Deliveries {
  /** What it proves them by; undefined: nothing that could be a proof. */
  proofIn(headerOf: HeaderOf): Proof | undefined;
  isProved(body: Buffer, proof: Proof, secret: string): boolean;
  idOf(value: unknown): string | undefined;
}

type HeaderOf = (name: string) => string | undefined;
/** What some headers have. */
type Proof = readonly string[];

const number = z.int().min(1).max(2_147_483_647);
const gitHubEvent = z.object({ issue: z.object({ number }) });
const gitLabIssue = z.object({ object_kind: z.literal('issue'), object_attributes: z.object({ iid: number }) });
const gitLabNote = z.object({ object_kind: z.literal('note'), issue: z.object({ iid: number }) });

const jiraEvent = z.object({ issue: z.object({ id: z.string().regex(/^\d{1,20}$/) }) });

const SIGNED_HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
const issueEvent = z.object({
  key: nameThere.min(1),
  title: nameThere.optional(),
  state: z.enum(['open', 'closed']).optional(),
  assignee: nameThere.min(1).nullable().optional(),
  dueAt: z.iso.date().nullable().optional(),
});

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** A signature in a header; Jira signs as GitHub does. */
const signedIn = (header: string): Pick<Deliveries, 'proofIn' | 'isProved'> => ({
  proofIn: (headerOf) => {
    const given = headerOf(header);
    return isSignature(given) ? [given] : undefined;
  },
  isProved: (body, [given], secret) => isSignedByGitHub(body, given, secret),
});

/** By their digests, which are as long: neither its length nor its beginning shows in the time that it takes. */
const isSecret = (given: string, secret: string): boolean => timingSafeEqual(digestOf(given), digestOf(secret));

/** The password of a header with a name and a password. */
const passwordIn = (header: string | undefined): string | undefined => {
  const [, encoded] = /^Basic ([A-Za-z0-9+/=]{1,1000})$/i.exec(header ?? '') ?? [];
  return (
    encoded &&
    Buffer.from(encoded, 'base64')
      .toString()
      .replace(/^[^:]*:/, '')
  );
};

const azureEvent = z.object({ resource: z.object({ workItemId: number.optional(), id: number.optional() }) });

export const DELIVERIES: Record<TrackerKind, Deliveries> = {
  github: {
    ...signedIn('x-hub-signature-256'),
    idOf: (value) => idIn(gitHubEvent.safeParse(value).data?.issue.number),
  },
  gitlab: {
    proofIn: (headerOf) => {
      const given = headerOf('x-gitlab-token');
      return given ? [given] : undefined;
    },
    isProved: (_body, [given], secret) => isSecret(given!, secret),
    idOf: (value) =>
      idIn(gitLabIssue.safeParse(value).data?.object_attributes.iid ?? gitLabNote.safeParse(value).data?.issue.iid),
  },
  jira: {
    ...signedIn('x-hub-signature'),
    idOf: (value) => jiraEvent.safeParse(value).data?.issue.id,
  },
  azure: {
    proofIn: (headerOf) => {
      const password = passwordIn(headerOf('authorization'));
      return password ? [password] : undefined;
    },
    isProved: (_body, [given], secret) => isSecret(given!, secret),
    // Of an update `id` counts updates, and `workItemId` names what was updated.
    idOf: (value) => {
      const resource = azureEvent.safeParse(value).data?.resource;
      return idIn(resource?.workItemId ?? resource?.id);
    },
  },
  webhook: {
    proofIn: (headerOf) => {
      const given = SIGNED_HEADERS.map((name) => headerOf(name) ?? '');
      return given.every((value) => value !== '' && value.length <= 1_000) ? given : undefined;
    },
    isProved: (body, [id, timestamp, signatures], secret) =>
      isSigned({ id: id!, timestamp: timestamp!, signatures: signatures! }, body, secret, clock.now()),
    idOf: (value) => issueEvent.safeParse(value).data?.key,
  },
};

/**
 * What a tracker of somebody's own tells of an issue.
 * @throws InvalidInput where it has another form
 */
export function fieldsOfEvent(body: Uint8Array): { key: string; fields: Partial<SharedFields> } {
  const read = issueEvent.safeParse(jsonOfDelivery(body));
  if (!read.success) {
    const faults = read.error.issues.map(({ path, message }) => ({
      ...{ path: path.map((part) => `/${String(part)}`).join(''), code: 'malformed' as const, message },
    }));
    throw new InvalidInput(faults);
  }
  const { key, ...fields } = read.data;
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return { key, fields: Object.fromEntries(given) as Partial<SharedFields> };
}

const idIn = (found: number | undefined): string | undefined => (found === undefined ? undefined : String(found));

/**
 * The issue of which a delivery tells; undefined: it is about something else.
 * @throws InvalidInput if it is not JSON, or exceeds the limits of any body
 */
export const issueOfDelivery = (kind: TrackerKind, body: Uint8Array): string | undefined =>
  DELIVERIES[kind].idOf(jsonOfDelivery(body));
