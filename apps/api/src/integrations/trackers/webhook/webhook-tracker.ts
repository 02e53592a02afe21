import { clock } from '#libs/clock';
import { newId } from '#libs/ids';
import { z } from 'zod';
import { signedHeaders } from '../../webhooks/signature.js';
import { trackerClient, type Reach, type TrackerAnswer } from '../tracker-client.js';
import { addressThere, nameThere, readJson } from '../read-json.js';
import type { Tracker, TrackerAccess } from '../tracker.js';

const pushed = z.object({ key: nameThere.min(1), url: addressThere });

/**
 * A tracker of somebody's own, which is told by signed messages (Standard Webhooks) and tells us by such. It is not
 * asked: what it has told last is what it has.
 */
export function webhookTracker({ url, projectKey: project, token }: TrackerAccess, reach: Reach): Tracker {
  const request = trackerClient(url, { accept: 'application/json' }, reach);
  const send = (type: string, data: object, id: string = newId()): Promise<TrackerAnswer> => {
    const now = clock.now();
    const message = { type, timestamp: now.toISOString(), data: { project, ...data } };
    return request('POST', '', message, signedHeaders(id, now, JSON.stringify(message), [token]));
  };
  const push = async (type: string, data: object): Promise<void> => {
    readJson(z.unknown(), await send(type, data));
  };
  return {
    findsAfterMs: 0,
    async verify() {
      await push('tracker.test', {});
      return { id: project, name: project };
    },
    /** One of which no answer arrived is sent again under its id, so that it is made once. */
    async create({ marker, ...issue }) {
      const data = { key: null, state: 'open', ...issue };
      const { key, url: address } = readJson(pushed, await send('tracker.issue.pushed', data, marker));
      const { title, assignee, dueAt, body } = issue;
      return { id: key, key, url: address, body, title, state: 'open', assignee, dueAt };
    },
    read: (_id, known) => Promise.resolve(known),
    async update(key, changes) {
      await push('tracker.issue.pushed', { key, ...changes });
      return changes;
    },
    comment: (key, text) => push('tracker.issue.commented', { key, text }),
    comments: () => Promise.resolve(undefined),
    accounts: () => Promise.resolve({ accounts: [], isWhole: true }),
    labelled: () => Promise.resolve({ issues: [], isWhole: true }),
    changedSince: () => Promise.resolve({ ids: [], moreSince: null }),
    findMarker: () => Promise.resolve(undefined),
    idAt: () => undefined,
  };
}
