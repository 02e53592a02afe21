import { contextAt } from './earl-contexts.js';
import { entries, groupBy, isObject, named } from './json.js';
import { LinkedData, localName, typesOf, wordsOf } from './linked-data.js';
import { type Failure, type Format, type ReadContext, type Reading, UnreadableReportError } from './report.js';
import { criterionAt, lastPart, ruleIdOf } from './rule-addresses.js';
import { criteriaOfAlfa } from './rules/criteria.js';

const LARGEST = 10_000_000;

/** EARL (W3C) as JSON-LD, however it is written: assertions that failed. Each assertor has a reading of its own. */
export const earl: Format = {
  name: 'earl',
  recognises: (report) => isObject(report) && Object.keys(report).some((key) => key.startsWith('@')),
  read: async (reports, context) => {
    const data = new LinkedData(await flattened(reports, context));
    const assertions = data.nodes.filter((node) => isAssertion(data, node));
    if (assertions.length === 0)
      throw new UnreadableReportError(
        context.file,
        'is JSON-LD without an assertion of EARL.',
        'Give a report in EARL.',
      );
    const asserted = assertions.map((node) => ({ node, ...assertorOf(data, node) }));
    return [...groupBy(asserted, ({ tool }) => tool)].map(([tool, its]) =>
      readingOf(
        data,
        tool,
        its[0]?.version,
        its.map(({ node }) => node),
      ),
    );
  },
};

/** @throws UnreadableReportError */
async function flattened(reports: readonly unknown[], { file, size }: ReadContext): Promise<unknown[]> {
  if (size > LARGEST)
    throw new UnreadableReportError(file, 'is EARL of more than 10 MB.', 'Write a report for each part of the site.');
  // Large, and for this format alone.
  const { default: jsonld } = await import('jsonld');
  let unknown: string | undefined;
  const documentLoader = async (url: string) => {
    const document = contextAt(url);
    if (!document) unknown = url;
    return { contextUrl: null, documentUrl: url, document: { '@context': document ?? {} } };
  };
  const flatten = async () => {
    const expanded = await jsonld.expand(reports, { documentLoader });
    // The library keeps nodes in a plain object by their ids: a node `__proto__` would be written into every object there is.
    const inherited = idsIn(expanded).find((id) => id in Object.prototype);
    if (inherited !== undefined) throw new Error(`${inherited} is no address`);
    return jsonld.flatten(expanded, null, { documentLoader });
  };
  const nodes = await flatten().catch((error: unknown) => {
    throw new UnreadableReportError(
      file,
      `is not valid JSON-LD (${error instanceof Error ? error.message : String(error)}).`,
      'Write it anew with the tool.',
    );
  });
  if (unknown !== undefined) {
    throw new UnreadableReportError(
      file,
      `names the context ${unknown}, which is not fetched.`,
      'Write the context into the report, or use that of the ACT rules: https://act-rules.github.io/earl-context.json.',
    );
  }
  return Array.isArray(nodes) ? (nodes as unknown[]) : [];
}

/** The ids of all nodes, and of all that they refer to. */
const idsIn = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap(idsIn)
    : entries(value).flatMap(([key, inner]) => (key === '@id' ? [String(inner)] : idsIn(inner)));

const isAssertion = (data: LinkedData, node: unknown): boolean =>
  (typesOf(node).includes('Assertion') || data.all(node, 'test', 'testcase').length > 0) &&
  data.all(node, 'result').some((result) => data.all(result, 'outcome').length > 0);

/** Who says so. People are not named. */
function assertorOf(data: LinkedData, assertion: unknown): { tool: string; version: string | undefined } {
  const [assertor] = data.all(assertion, 'assertedBy');
  const address = wordsOf(assertor);
  const [version] = [
    ...data.texts(assertor, 'hasVersion', 'version', 'revision'),
    ...data.all(assertor, 'release').flatMap((release) => data.texts(release, 'revision')),
    ...(/\/v?(\d+\.\d+\.\d+)/.exec(address ?? '')?.slice(1) ?? []),
  ];
  if (typesOf(assertor).includes('Person')) return { tool: 'earl', version: undefined };
  const [name] = data.texts(assertor, 'name', 'title');
  return { tool: name ?? nameAt(address) ?? 'earl', version };
}

function nameAt(address: string | undefined): string | undefined {
  if (address === undefined || address === '') return undefined;
  return URL.canParse(address) && /^https?:/i.test(address) ? lastPart(new URL(address)) : address;
}

function readingOf(data: LinkedData, tool: string, toolVersion: string | undefined, assertions: unknown[]): Reading {
  const outcomes = assertions.map((assertion) =>
    data.all(assertion, 'result').flatMap((result) => outcomesOf(data, result)),
  );
  const untested = outcomes.filter((all) => all.includes('untested')).length;
  return {
    tool,
    toolVersion,
    failures: assertions.flatMap((assertion) => failuresOf(data, assertion)),
    pages: assertions.flatMap((assertion) => pagesOf(data, assertion)),
    omissions: untested > 0 ? [`${untested} of ${assertions.length} tests were not made.`] : [],
  };
}

/** As they are called in every way of writing them: `failed`, or a node of the type `Fail`. */
function outcomesOf(data: LinkedData, result: unknown): string[] {
  return data.all(result, 'outcome').flatMap((outcome) => {
    const words = wordsOf(outcome);
    const names = [...(words === undefined ? [] : [localName(words).replace(/^earl:/, '')]), ...typesOf(outcome)];
    return names.map((name) => named(OUTCOMES, name.toLowerCase()) ?? name.toLowerCase());
  });
}

const OUTCOMES: Readonly<Record<string, string>> = { fail: 'failed', nottested: 'untested' };

function failuresOf(data: LinkedData, assertion: unknown): Failure[] {
  const failed = data.all(assertion, 'result').filter((result) => outcomesOf(data, result).includes('failed'));
  if (failed.length === 0) return [];
  const [test] = data.all(assertion, 'test', 'testcase');
  const [title] = data.texts(test, 'title');
  const rule = wordsOf(test) ?? title ?? data.texts(test, 'identifier')[0];
  const said = [...(rule === undefined ? [] : [rule]), ...partsOf(data, test)].flatMap(criterionAt);
  const pages = pagesOf(data, assertion);
  return failed.flatMap((result) => {
    const [description] = data.texts(result, 'description', 'info');
    const pointers = pointersOf(data, result);
    return (pages.length === 0 ? [undefined] : pages).flatMap((page) =>
      (pointers.length === 0 ? [undefined] : pointers).map((selector) => ({
        ruleId: rule === undefined ? undefined : ruleIdOf(rule),
        title: title ?? (rule === undefined ? undefined : ruleIdOf(rule)),
        description,
        page,
        selector,
        wcag: said.length > 0 || rule === undefined ? said : criteriaOfAlfa(ruleIdOf(rule)),
      })),
    );
  });
}

/** What a test belongs to, as addresses or words. */
const partsOf = (data: LinkedData, test: unknown): string[] =>
  data.all(test, 'isPartOf').flatMap((part) => [wordsOf(part) ?? [], data.texts(part, 'title')].flat());

/** Pointers stand with the result, or with the results of single elements that it names as its source. */
function pointersOf(data: LinkedData, result: unknown): string[] {
  const sources = data.all(result, 'source').flatMap((source) => data.all(source, 'result'));
  const failed = sources.filter((source) => outcomesOf(data, source).includes('failed'));
  return [result, ...failed].flatMap((one) =>
    data.all(one, 'pointer').flatMap((pointer) => {
      const expressions = data.texts(pointer, 'expression');
      return expressions.length > 0 ? expressions : (wordsOf(pointer) ?? []);
    }),
  );
}

const pagesOf = (data: LinkedData, assertion: unknown): string[] =>
  data.all(assertion, 'subject').flatMap((subject) => {
    const [first] = [...data.texts(subject, 'source', 'url'), wordsOf(subject) ?? ''].filter((address) =>
      /^https?:/i.test(address),
    );
    return first ?? [];
  });
