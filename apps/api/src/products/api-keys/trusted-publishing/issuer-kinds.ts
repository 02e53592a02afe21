import type { Fault, FaultCode } from '#libs/errors';
import { isStorable, toOneLine } from '#libs/fields';
import type { TrustedClaims, TrustedPublisher } from './trusted-publisher.entity.js';

/** The claims of a token whose signature was verified. */
export type TokenClaims = Readonly<Record<string, unknown>>;

/** What is particular to the tokens of a CI provider. */
export interface IssuerKind {
  /** As it is called in the log of changes. */
  title: string;
  /** The claim that identifies the repository; ids, since names and `sub` can be given to somebody else or change. */
  source: string;
  /** Every publisher names these. */
  required: readonly string[];
  /** A publisher may name these. */
  optional: readonly string[];
  /**
   * The claim that names the file of the pipeline, followed by `@` and a ref, of which only the part before is
   * compared: the pipeline's own name could be chosen by anybody who can push.
   */
  pipeline: string;
  /** The claim with the repository's present name. */
  name: string;
  /** How old a token may be, in seconds, whatever its own end. */
  maxAge: number;
  /** How often a token is taken for one product; `once`: a single time, whatever the product. */
  uses: 'once' | number;
  /**
   * Whether the token is of a pull or merge request, whose pipeline its author can change; `trusted` is what the
   * publisher names.
   */
  isOfProposal: (claims: TokenClaims, trusted: TrustedClaims) => boolean;
  /** The ref of a pull or merge request, with its number. */
  proposalRef: (claims: TokenClaims) => RegExpExecArray | null;
}

/**
 * Events of GitHub that run on the default branch and that a stranger brings about: after the workflow of a fork, or by
 * what they write. Such a run often takes what it reports from them.
 */
const STARTED_BY_ANYBODY = new Set(['workflow_run', 'issue_comment', 'issues', 'discussion', 'discussion_comment']);

export const ISSUER_KINDS: Readonly<Record<'github' | 'gitlab', IssuerKind>> = {
  github: {
    title: 'GitHub repository',
    source: 'repository_id',
    required: ['repository_id', 'repository_owner_id'],
    optional: ['environment', 'ref', 'ref_protected', 'event_name', 'job_workflow_ref'],
    pipeline: 'job_workflow_ref',
    name: 'repository',
    // A fresh one can be had at any time of a job.
    maxAge: 600,
    uses: 'once',
    isOfProposal: ({ event_name: event, ref }, trusted) =>
      // A file that is named was looked at.
      (STARTED_BY_ANYBODY.has(textOf(event)) && trusted.job_workflow_ref === undefined) ||
      textOf(event).startsWith('pull_request') ||
      event === 'merge_group' ||
      textOf(ref).startsWith('refs/pull/'),
    proposalRef: ({ ref }) => /^refs\/pull\/(\d{1,9})\//.exec(textOf(ref)),
  },
  gitlab: {
    title: 'GitLab project',
    source: 'project_id',
    required: ['project_id', 'namespace_id'],
    optional: ['environment', 'ref', 'ref_path', 'ref_protected', 'pipeline_source', 'ci_config_ref_uri'],
    pipeline: 'ci_config_ref_uri',
    name: 'project_path',
    // Issued when the job starts, and the only one that it gets.
    maxAge: 86_400,
    uses: 20,
    isOfProposal: ({ pipeline_source: source, ref_path: ref, ref_protected: isProtected }) =>
      source === 'merge_request_event' ||
      // It does not say what started its parent, and on a protected ref nothing runs that was not merged.
      (source === 'parent_pipeline' && textOf(isProtected) !== 'true') ||
      // Of a pull request at GitHub, whose pipeline runs here.
      source === 'external_pull_request_event' ||
      textOf(ref).startsWith('refs/merge-requests/'),
    proposalRef: ({ ref_path: ref }) => /^refs\/merge-requests\/(\d{1,9})\//.exec(textOf(ref)),
  },
};

/** The number of the pull or merge request that a token is of; null where it names none. */
export function proposalNumberOf({ proposalRef }: IssuerKind, claims: TokenClaims): number | null {
  const [, number] = proposalRef(claims) ?? [];
  return number === undefined ? null : Number(number);
}

/** What is wrong with the claims of a publisher, by pointers below `/claims`. */
export function claimFaults({ required, optional, pipeline }: IssuerKind, claims: TrustedClaims): Fault[] {
  const fault = (name: string, code: FaultCode, message: string): Fault => ({ path: `/claims/${name}`, code, message });
  const known = [...required, ...optional];
  return [
    ...required
      .filter((name) => claims[name] === undefined)
      .map((name) => fault(name, 'required', `${name} is required for this issuer`)),
    ...required
      .filter((name) => claims[name] !== undefined && !/^[1-9]\d{0,19}$/.test(claims[name]))
      .map((name) => fault(name, 'invalid_format', `${name} must be the numeric id assigned by the provider`)),
    ...Object.keys(claims)
      .filter((name) => !known.includes(name))
      .map((name) => fault(name, 'not_allowed', `${name} is not a claim of this issuer: ${known.join(', ')}`)),
    ...(claims[pipeline]?.includes('@')
      ? [fault(pipeline, 'invalid_format', `${pipeline} must be the part before @; name the branch in ref`)]
      : []),
  ];
}

/** The claims of a token that publishers can name, in the form in which they name them. */
export function comparableClaims({ required, optional, pipeline }: IssuerKind, claims: TokenClaims): TrustedClaims {
  const named = [...required, ...optional].flatMap((name) => {
    const text = textOf(claims[name]);
    return text === '' ? [] : [[name, name === pipeline ? withoutRef(text) : text] as const];
  });
  return Object.fromEntries(named);
}

// Only what looks like a ref is cut off: the name of a file may hold an `@` too, and would stand for another file.
const withoutRef = (pipeline: string): string =>
  /^([^@]*)@(?:refs\/.+|[0-9a-f]{40,64})$/.exec(pipeline)?.[1] ?? pipeline;

/** How a publisher is called: by the claims that it names, or by the name of its repository until it names any. */
export function titleOf({ claims, repository }: Pick<TrustedPublisher, 'claims' | 'repository'>): string {
  const kind = Object.values(ISSUER_KINDS).find(({ source }) => claims[source] !== undefined);
  return kind ? `${kind.title} ${claims[kind.source]}` : `Repository ${repository}`;
}

/** The ids of a token's repository, which a publisher must name. */
export const idsOf = (kind: IssuerKind, claims: TokenClaims): TrustedClaims =>
  Object.fromEntries(kind.required.map((name) => [name, textOf(claims[name])]));

/** The name of a token's repository, as it is written; empty: it says none. */
export const repositoryNameOf = (kind: IssuerKind, claims: TokenClaims): string => textOf(claims[kind.name]);

/** The name of the repository, as it is shown; providers write it, so it is made one line. */
export const sourceName = (kind: IssuerKind, claims: TokenClaims): string =>
  toOneLine(textOf(claims[kind.name])) ?? `${kind.title} ${textOf(claims[kind.source])}`;

function textOf(claim: unknown): string {
  const text = ['string', 'number', 'boolean'].includes(typeof claim) ? String(claim) : '';
  return isStorable(text) ? text : '';
}
