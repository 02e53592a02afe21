import type { Reach } from './tracker-client.js';
import { azureTracker } from './azure/azure-tracker.js';
import { gitHubTracker } from './github/github-tracker.js';
import { gitLabTracker } from './gitlab/gitlab-tracker.js';
import { jiraTracker } from './jira/jira-tracker.js';
import { webhookTracker } from './webhook/webhook-tracker.js';
import type { Tracker, TrackerAccess } from './tracker.js';
import type { TrackerKind } from '../../records/issues/tracker-link.js';

const MAKERS: Record<TrackerKind, (access: TrackerAccess, reach: Reach) => Tracker> = {
  github: gitHubTracker,
  gitlab: gitLabTracker,
  jira: jiraTracker,
  azure: azureTracker,
  webhook: webhookTracker,
};

/** The tracker of a connection. */
export const trackerOf = (kind: TrackerKind, access: TrackerAccess, reach: Reach): Tracker =>
  MAKERS[kind](access, reach);
