import type { Fault } from '#libs/errors';
import type { TrackerKind } from '../../../records/issues/tracker-link.js';
import { KINDS_OF_TRACKERS } from '../kinds.js';

/** What is given of a connection, as far as kinds differ in it. */
interface Given {
  project?: string;
  credentials?: { token: string; email?: string | null };
  webhookSecret?: string | null;
  issueType?: string;
  states?: object;
}

/** What of a connection does not go with trackers of its kind. */
export function faultsOfKind(kind: TrackerKind, given: Given): Fault[] {
  const { project, credentials, issueType, states, webhookSecret } = given;
  const { name, project: form, issueType: usual, takesEmail, secret } = KINDS_OF_TRACKERS[kind];
  const faults: Fault[] = [];
  const none = (path: string): Fault => ({ path, code: 'not_applicable', message: `${name} is not supported.` });
  if (project !== undefined && !form.pattern.test(project))
    faults.push({ path: '/project', code: 'malformed', message: `project ${form.message}` });
  if (credentials?.email != null && !takesEmail) faults.push(none('/credentials/email'));
  if (issueType != null && usual === null) faults.push(none('/issueType'));
  if (states && usual === null) faults.push(none('/states'));
  const signing = [
    ['/credentials/token', credentials?.token],
    ['/webhookSecret', webhookSecret],
  ] as const;
  for (const [path, given] of secret ? signing : [])
    if (given != null && !secret!.pattern.test(given))
      faults.push({ path, code: 'malformed', message: `${path.slice(path.lastIndexOf('/') + 1)} ${secret!.message}` });
  return faults;
}

/** That a tracker is found where none has a usual place. */
export const faultsOfUrl = (kind: TrackerKind, url: string | undefined): Fault[] =>
  url === undefined && KINDS_OF_TRACKERS[kind].usualUrl === null
    ? [{ path: '/url', code: 'required', message: `url is required: the address of ${KINDS_OF_TRACKERS[kind].name}` }]
    : [];
