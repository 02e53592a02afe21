import { at, groupBy, isObject, named, text } from './json.js';
import { flattened } from './json-ld.js';
import { LinkedData, localName, typesOf, wordsOf } from './linked-data.js';
import { type Failure, type Format, type Reading, UnreadableReportError } from './report.js';
import { criterionAt, lastPart, ruleIdOf } from './rule-addresses.js';
import { criteriaOfAlfa } from './rules/criteria.js';

/**
 * EARL (W3C) as JSON-LD, however it is written: assertions that failed or could not tell. Each assertor has a reading
 * of its own.
 */
export const earl: Format = {
  name: 'earl',
  recognises: (report) => isObject(report) && Object.keys(report).some((key) => key.startsWith('@')),
  read: async (reports, context) => {
    const { nodes, faults } = await flattened(reports, context);
    const data = new LinkedData(nodes);
    const assertions = data.nodes.filter((node) => isAssertion(data, node));
    if (assertions.length === 0)
      throw new UnreadableReportError(
        context.file,
        'is JSON-LD without an assertion of EARL.',
        'Provide an EARL report.',
      );
    const nameless = assertions.filter((node) => isFailed(data, node) && ruleOf(data, node) === undefined).length;
    const setAside = nameless > 0 ? [...faults, `${nameless} tests that did not pass name no rule.`] : faults;
    const asserted = assertions.map((node) => ({ node, ...assertorOf(data, node) }));
    return [...groupBy(asserted, ({ tool }) => tool)].map(([tool, its]) => {
      const nodes = its.map(({ node }) => node);
      const reading = readingOf(data, tool, its[0]?.version, nodes);
      // Whose they are cannot be told.
      return { ...reading, omissions: [...(reading.omissions ?? []), ...setAside] };
    });
  },
};

const isAssertion = (data: LinkedData, node: unknown): boolean =>
  typesOf(node).includes('Assertion') ||
  (data.all(node, 'test', 'testcase').length > 0 &&
    data.all(node, 'result').some((result) => data.all(result, 'outcome').length > 0));

/** Who says so, of an assertion or, as QualWeb writes it, of its subject. People are not named. */
function assertorOf(data: LinkedData, assertion: unknown): { tool: string; version: string | undefined } {
  const subjects = data.all(assertion, 'subject');
  const [assertor] = [...data.all(assertion, 'assertedBy'), ...subjects.flatMap((one) => data.all(one, 'assertor'))];
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
  const count = (isCounted: (all: string[]) => boolean): number => outcomes.filter(isCounted).length;
  const untested = count((all) => all.includes('untested'));
  const unknown = count((all) => !all.some((outcome) => KNOWN.has(outcome)));
  const odd = unknown > 0 ? [`${unknown} of ${assertions.length} tests have no outcome that is known.`] : [];
  return {
    tool,
    toolVersion,
    failures: assertions.flatMap((assertion) => failuresOf(data, assertion)),
    pages: assertions.flatMap((assertion, index) => (outcomes[index]!.some(isMade) ? pagesOf(data, assertion) : [])),
    omissions: [
      ...(untested > 0 ? [`${untested} of ${assertions.length} tests were not run.`] : []),
      ...odd,
      ...assertions
        .flatMap((assertion) => unknownSubjectsOf(data, assertion))
        .map((subject) => `A test is about the subject ${subject}, which the file does not define.`),
    ],
    warnings: odd.map((sentence) => `${sentence.slice(0, -1)}: they count as not made.`),
    isEmpty: !outcomes.some((all) => all.some(isMade)),
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

const OUTCOMES: Readonly<Record<string, string>> = {
  fail: 'failed',
  cannottell: 'canttell',
  nottested: 'untested',
  pass: 'passed',
  notapplicable: 'inapplicable',
};

const KNOWN = new Set(['failed', 'canttell', 'untested', 'passed', 'inapplicable']);
const isMade = (outcome: string): boolean => KNOWN.has(outcome) && outcome !== 'untested';

const isFailed = (data: LinkedData, assertion: unknown): boolean =>
  data.all(assertion, 'result').some((result) => outcomesOf(data, result).some(isOfInterest));

/** A failure, or what its tool could not decide. */
const isOfInterest = (outcome: string): boolean => outcome === 'failed' || outcome === 'canttell';

/** What names the test: its address, else its title. */
function ruleOf(data: LinkedData, assertion: unknown): string | undefined {
  const [test] = data.all(assertion, 'test', 'testcase');
  return wordsOf(test) ?? data.texts(test, 'title')[0] ?? data.texts(test, 'identifier')[0];
}

function failuresOf(data: LinkedData, assertion: unknown): Failure[] {
  const failed = data.all(assertion, 'result').filter((result) => outcomesOf(data, result).some(isOfInterest));
  const [test] = data.all(assertion, 'test', 'testcase');
  const [title] = data.texts(test, 'title');
  const rule = ruleOf(data, assertion);
  const criteria = [...(rule === undefined ? [] : [rule]), ...partsOf(data, test)].flatMap(criterionAt);
  const pages = pagesOf(data, assertion);
  return failed.flatMap((result) => {
    const needsReview = !outcomesOf(data, result).includes('failed');
    const [description] = data.texts(result, 'description', 'info');
    const pointers = pointersOf(data, result, needsReview ? 'canttell' : 'failed');
    return (pages.length === 0 ? [undefined] : pages).flatMap((page) =>
      (pointers.length === 0 ? [undefined] : pointers).map((selector) => ({
        ruleId: rule === undefined ? undefined : ruleIdOf(rule),
        title: title ?? (rule === undefined ? undefined : ruleIdOf(rule)),
        description,
        page,
        selector,
        needsReview,
        wcag: criteria.length > 0 || rule === undefined ? criteria : criteriaOfAlfa(ruleIdOf(rule)),
      })),
    );
  });
}

/** What a test belongs to, as addresses or words. */
const partsOf = (data: LinkedData, test: unknown): string[] =>
  data.all(test, 'isPartOf').flatMap((part) => [wordsOf(part) ?? [], data.texts(part, 'title')].flat());

/** Pointers stand with the result, or with the results of single elements that it names as its source. */
function pointersOf(data: LinkedData, result: unknown, outcome: string): string[] {
  const sources = data.all(result, 'source').flatMap((source) => data.all(source, 'result'));
  const failed = sources.filter((source) => outcomesOf(data, source).includes(outcome));
  return [result, ...failed].flatMap((one) =>
    data.all(one, 'pointer').flatMap((pointer) => {
      const expressions = data.texts(pointer, 'expression');
      return expressions.length > 0 ? expressions : (wordsOf(pointer) ?? []);
    }),
  );
}

/** The addresses of what was tested; the WCAG-EM Report Tool writes them as descriptions. */
const pagesOf = (data: LinkedData, assertion: unknown): string[] =>
  data.all(assertion, 'subject').flatMap((subject) => {
    const [first] = [
      ...data.texts(subject, 'source', 'url'),
      wordsOf(subject) ?? '',
      ...data.texts(subject, 'description', 'title'),
    ].filter((address) => /^https?:\S+$/i.test(address));
    return first ?? [];
  });

/** The ids of subjects that are no addresses, and of which the file says nothing. */
const unknownSubjectsOf = (data: LinkedData, assertion: unknown): string[] =>
  data
    .all(assertion, 'subject')
    .filter((subject) => isObject(subject) && Object.keys(subject).join() === '@id')
    .flatMap((subject) => text(at(subject, '@id')) ?? [])
    .filter((id) => !/^https?:/i.test(id));
