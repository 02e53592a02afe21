import type { TrackerKind } from '../../records/issues/tracker-link.js';

/** How the text of an issue is written there. */
export type TextFormat = 'markdown' | 'wiki' | 'html' | 'text';

/** What trackers of a kind have in common. */
interface KindOfTracker {
  /** How it is called. */
  name: string;
  /** Where it is, unless a connection says otherwise; null: a connection says it. */
  usualUrl: string | null;
  /** How its projects are named. */
  project: { pattern: RegExp; message: string };
  /** What a new issue is there, unless a connection says otherwise; null: they are all of one type. */
  issueType: string | null;
  /** Whether accounts may be asked for with an e-mail address. */
  takesEmail: boolean;
  /** Whether priorities are a field of its issues, and not labels. */
  hasPriorities: boolean;
  /** Whether its issues have dates by which they are due. */
  hasDates: boolean;
  text: TextFormat;
  /** The form of what messages are signed with; null: none are. */
  secret: { pattern: RegExp; message: string } | null;
  /** A label as it may be there. */
  labelOf: (label: string) => string;
}

const PATH = { pattern: /^[\w.-]+(\/[\w.-]+)+$/, message: 'must have the form owner/repository' };
const asIs = (label: string): string => label;

export const KINDS_OF_TRACKERS: Record<TrackerKind, KindOfTracker> = {
  github: {
    ...{ name: 'GitHub', usualUrl: 'https://github.com', project: PATH, issueType: null, takesEmail: false },
    ...{ hasPriorities: false, hasDates: false, text: 'markdown', labelOf: asIs, secret: null },
  },
  gitlab: {
    ...{ name: 'GitLab', usualUrl: 'https://gitlab.com', project: PATH, issueType: null, takesEmail: false },
    // Labels are a list with commas there.
    ...{
      hasPriorities: false,
      hasDates: true,
      text: 'markdown',
      labelOf: (label) => label.replaceAll(',', ' '),
      secret: null,
    },
  },
  jira: {
    ...{
      name: 'Jira',
      usualUrl: null,
      issueType: 'Task',
      takesEmail: true,
      hasPriorities: true,
      hasDates: true,
      text: 'wiki',
    },
    project: { pattern: /^[A-Z][A-Z0-9_]+$/, message: 'must be a project key, such as SHOP' },
    labelOf: (label) => label.replaceAll(/\s+/g, '-'),
    secret: null,
  },
  azure: {
    ...{ name: 'Azure Boards', usualUrl: null, issueType: 'Task', takesEmail: false, hasPriorities: true },
    ...{ hasDates: true, text: 'html', secret: null },
    project: { pattern: /^[^/\\?#]+$/, message: 'must be the name of a project, such as Shop' },
    // Tags are a list with semicolons there.
    labelOf: (label) => label.replaceAll(/[;,]/g, ' '),
  },
  webhook: {
    ...{ name: 'Webhook', usualUrl: null, issueType: null, takesEmail: false, hasPriorities: false, hasDates: true },
    ...{ text: 'text', labelOf: asIs, project: { pattern: /./, message: '' } },
    secret: {
      pattern: /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/,
      message: 'must be whsec_ followed by at least 24 bytes in Base64',
    },
  },
};
