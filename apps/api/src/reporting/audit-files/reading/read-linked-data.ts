import { FaultList } from '#libs/errors';
import { isHttpUrl } from '#libs/fields';
import type { Outcome } from '../../../findings/evaluation/outcome.js';
import { isNoticeOfExport } from '../notices.js';
import { type AuditContent, nothingRead, type ReadCell, type ReadPage } from './audit-content.js';
import { cut } from './cut.js';
import { scopeOf, textOf } from './scope-of-evaluation.js';

type Node = Readonly<Record<string, unknown>>;

const OUTCOMES: Readonly<Record<string, Outcome>> = {
  passed: 'passed',
  failed: 'failed',
  inapplicable: 'inapplicable',
  canttell: 'cannot_tell',
  untested: 'untested',
};

/** The files of W3C's report tool have this at their root. */
export const isEvaluation = (file: Node): boolean => Array.isArray(file['auditSample']);

/** Reads the evaluation that the WCAG-EM Report Tool saves, in its current form. */
export function readEvaluation(file: Node): AuditContent {
  const sample = nodeOf(file['selectSample']);
  const pages = withAddresses([
    ...nodesOf(sample['structuredSample']).map((page) => pageOf(page, 'structured')),
    ...nodesOf(sample['randomSample']).map((page) => pageOf(page, 'random')),
  ]);
  const byTitle = new Map(pages.map(({ name }, index) => [name, index]));
  const content = withCells(pages, nodesOf(file['auditSample']), [], (subject) => {
    const { title } = nodeOf(subject);
    if (typesOf(nodeOf(subject)).includes('website')) return null;
    return typeof title === 'string' && byTitle.has(title) ? byTitle.get(title)! : null;
  });
  const { audit, leftOut } = scopeOf(file, nodeOf, isNoticeOfExport);
  return { ...content, audit, leftOut: [...content.leftOut, ...leftOut] };
}

/** The tool takes two pages of one address for one: in our files the second has it without its scheme. */
function withAddresses(pages: readonly ReadPage[]): ReadPage[] {
  const addresses = new Map(pages.flatMap(({ url }) => (url === null ? [] : [[withoutScheme(url), url] as const])));
  return pages.map((page) => {
    const url = page.url ?? addresses.get(page.description ?? '');
    return url === undefined || page.url !== null ? page : { ...page, url, description: null };
  });
}

const withoutScheme = (url: string): string => url.replace(/^https?:\/\//, '');

/** Reads assertions of EARL 1.0 with the pages that they are about. */
export function readEarl(file: Node): AuditContent {
  const nodes = nodesOf(file['@graph']);
  const isAssertion = (node: Node) => typesOf(node).includes('assertion');
  // Some tools put them below the page that they are about.
  const nested = nodes.flatMap((node) =>
    nodesOf(node['assertions']).map((assertion): Node => ({ subject: node, ...assertion })),
  );
  const assertions = [...nodes.filter(isAssertion), ...nested];
  const subjects = nodes.filter((node) => typesOf(node).includes('testsubject'));
  const found = subjects.filter((node) => addressOf(node) !== null || typesOf(node).includes('document'));
  const pages = found.map((node) =>
    pageOf({ ...node, description: node['source'] ?? node['description'] }, 'structured'),
  );
  const byId = new Map(
    found.flatMap((node, index) =>
      [idOf(node), addressOf(node)].flatMap((id) => (id === null ? [] : [[id, index] as const])),
    ),
  );
  const pageAt = (subject: unknown): number | null => {
    const known = byId.get(idOf(subject) ?? '') ?? byId.get(addressOf(nodeOf(subject)) ?? '');
    if (known !== undefined) return known;
    const url = [addressOf(nodeOf(subject)), idOf(subject)].find((one) => one !== null && isHttpUrl(one));
    if (!url || typesOf(nodeOf(subject)).includes('project')) return null;
    byId.set(url, pages.push(pageOf({ ...nodeOf(subject), source: url }, 'structured')) - 1);
    return pages.length - 1;
  };
  const content = withCells(pages, assertions, nodes, pageAt);
  const title = textOf(file['title']);
  return { ...content, ...(title !== '' && !/^Audit \d+$/.test(title) && { audit: { title: cut(title, 200) } }) };
}

function withCells(
  pages: ReadPage[],
  assertions: readonly Node[],
  nodes: readonly Node[],
  pageAt: (subject: unknown) => number | null,
): AuditContent {
  const byId = new Map(nodes.map((node) => [idOf(node), node]));
  const faults = new FaultList();
  const cells = assertions.flatMap((assertion, index): ReadCell[] => {
    const where = `assertion ${index + 1}`;
    const result = nodeOf(assertion['result']);
    const outcome = OUTCOMES[nameOf(idOf(result['outcome'])).toLowerCase()];
    if (!outcome) {
      const message = `The file has no EARL outcome (${where}).`;
      faults.add(() => ({ path: '/file', code: 'malformed', message }));
      return [];
    }
    const [note, derogation] = derogationOf(textOf(result['description']) || textOf(result['info']));
    const tool = toolOf(assertion, byId);
    const cell = { page: pageAt(assertion['subject']), outcome, note, derogation, where };
    const test = nodeOf(assertion['test']);
    const requirement = textOf(test['identifier']) || nameOf(idOf(assertion['test']));
    if (tool === undefined) return [{ requirement, ...cell }];
    // A rule of a tool is a part of criteria: that it passed says nothing of them.
    const criteria = [test['isPartOf'] ?? []].flat().map((one) => nameOf(idOf(one)));
    if (criteria.length === 0) return [{ requirement, ...cell, tool }];
    if (outcome !== 'failed' && outcome !== 'cannot_tell') return [];
    return criteria.map((one) => ({ requirement: one, ...cell, tool }));
  });
  return { ...nothingRead(), pages, cells, faults: { first: faults.first, count: faults.count } };
}

/** The tool that asserts something by itself; undefined: a person does. */
function toolOf(assertion: Node, byId: ReadonlyMap<string | null, Node>): string | undefined {
  const whole = (named: unknown): Node => ({ ...byId.get(idOf(named)), ...nodeOf(named) });
  const asserters = [assertion['assertedBy'] ?? []].flat().flatMap((named) => [named, ...membersOf(whole(named))]);
  const isSoftware = (named: unknown): boolean =>
    typesOf(whole(named)).some((type) => type === 'software' || type === 'project');
  const isAutomatic = nameOf(idOf(assertion['mode'])) === 'automatic';
  const named = asserters.find(isSoftware) ?? asserters[0];
  if (!isAutomatic && !asserters.some(isSoftware)) return undefined;
  const { name, title, 'doap:name': doapName } = whole(named);
  const called = textOf(name) || textOf(title) || textOf(doapName);
  return cut(called || (idOf(named) ?? '').replace(/^_:/, '') || 'a tool', 200);
}

/** Who belongs to a group that asserts something. */
const membersOf = (group: Node): unknown[] =>
  ['mainAssertor', 'earl:mainAssertor', 'member', 'foaf:member'].flatMap((name) => [group[name] ?? []].flat());

/** Our own files have a derogation after the note. */
function derogationOf(text: string): [note: string | null, derogation: string | null] {
  const found = /^(?:([^]*)\n\n)?Derogation: ([^]*)$/.exec(text);
  return found ? [found[1] || null, found[2] || null] : [text || null, null];
}

function pageOf(node: Node, kind: ReadPage['kind']): ReadPage {
  const description = textOf(node['description']);
  const url = addressOf(node) ?? (isHttpUrl(description) ? description : null);
  const title = textOf(node['title']) || (url ?? description);
  return { name: title, url, description: url === null ? description || title : null, kind };
}

const nodeOf = (value: unknown): Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : {};
const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value.map(nodeOf) : []);
const typesOf = (node: Node): string[] =>
  [node['@type'] ?? node['type'] ?? []]
    .flat()
    .flatMap((type) => (typeof type === 'string' ? [nameOf(type).toLowerCase()] : []));
const addressOf = (node: Node): string | null => {
  const source = [node['source'], node['url']].find((one) => typeof one === 'string');
  return typeof source === 'string' && isHttpUrl(source) ? source : null;
};

function idOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  const id = nodeOf(value)['@id'] ?? nodeOf(value)['id'];
  return typeof id === 'string' ? id : null;
}

/** `contrast-minimum` of `WCAG22:contrast-minimum` and of `https://www.w3.org/TR/WCAG22/#contrast-minimum`. */
const nameOf = (id: string | null): string => (id ?? '').split(/[#:/]/).at(-1)!;
