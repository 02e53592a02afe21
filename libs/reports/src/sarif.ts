import { at, firstText, groupBy, isObject, list, text } from './json.js';
import { isMissingRule, presentLintRule } from './lint-rules.js';
import { fingerprintOf, withoutShared } from './sarif-fingerprints.js';
import { locationOf } from './sarif-locations.js';
import { wordsOf } from './sarif-messages.js';
import {
  criteriaOfRule,
  criteriaOfTagTexts,
  criteriaOfTaxa,
  driverOf,
  isAccessibilityRule,
  isSecurityTool,
  ruleOf,
  rulesOf,
  type SarifRule,
  tagsOf,
} from './sarif-rules.js';
import { type Failure, type Format, type ReadContext, type Reading, UnreadableReportError } from './report.js';

/** SARIF 2.1.0 of tools that examine accessibility: one reading for each tool; what other tools say is left out. */
export const sarif: Format = {
  name: 'sarif',
  recognises: (report) => at(report, 'version') === '2.1.0' && Array.isArray(at(report, 'runs')),
  read: (reports, context) => {
    const runs = reports
      .flatMap((report) => list(at(report, 'runs')))
      .filter((run) => examinesAccessibility(run) || (context.isNamed === true && isClean(run)));
    if (runs.length === 0) {
      throw new UnreadableReportError(
        context.file,
        'is SARIF without rules about accessibility.',
        'Provide the report of an accessibility tool. If this is one without findings, use --format sarif.',
      );
    }
    return [...groupBy(runs, toolOf)].map(([tool, its]) => readingOf(tool, its, context));
  },
};

/** ESLint calls itself otherwise in its JSON. */
const toolOf = (run: unknown): string => (/^eslint$/i.test(driverOf(run)) ? 'eslint' : driverOf(run));

const examinesAccessibility = (run: unknown): boolean =>
  rulesOf(run).some((rule) => isAccessibilityRule(run, rule)) ||
  list(at(run, 'results')).some((result) => isAbout(run, ruleOf(run, result)));

const isAbout = (run: unknown, rule: SarifRule | undefined): boolean =>
  rule !== undefined && isAccessibilityRule(run, rule);

/**
 * Says nothing against being that of an accessibility tool. ESLint describes only those rules that have found
 * something.
 */
const isClean = (run: unknown): boolean =>
  isObject(run) &&
  !isSecurityTool(run) &&
  (toolOf(run) === 'eslint' || (list(at(run, 'results')).length === 0 && rulesOf(run).length === 0));

function readingOf(tool: string, runs: readonly unknown[], context: ReadContext): Reading {
  const invocations = runs.flatMap((run) => list(at(run, 'invocations')));
  return {
    tool,
    toolVersion: firstText(at(runs[0], 'tool', 'driver', 'semanticVersion'), at(runs[0], 'tool', 'driver', 'version')),
    failures: withoutShared(
      runs.flatMap((run, number) =>
        list(at(run, 'results'))
          .flatMap((result) => failureOf(run, result, context))
          .map((failure) => ({ ...failure, run: number })),
      ),
    ),
    pages: runs.flatMap((run) => list(at(run, 'artifacts')).map((artifact) => text(at(artifact, 'location', 'uri')))),
    startedAt: invocations.flatMap((invocation) => text(at(invocation, 'startTimeUtc')) ?? [])[0],
    completedAt: invocations.flatMap((invocation) => text(at(invocation, 'endTimeUtc')) ?? []).at(-1),
    omissions: runs.flatMap((run) => omissionsOf(tool, run)),
    selections: runs.flatMap(selectionsOf),
    isEmpty: runs.every(saysNothing),
  };
}

function failureOf(run: unknown, result: unknown, { root }: ReadContext): Failure[] {
  const rule = ruleOf(run, result);
  const words = messageOf(run, result, rule);
  if (!rule || !isAbout(run, rule) || !isPresent(result) || isMissingRule(words)) return [];
  const { page, location, selector } = locationOf(run, result, root);
  const named = [
    ...criteriaOfTagTexts([...tagsOf(rule.descriptor), ...tagsOf(result)]),
    ...criteriaOfTaxa(run, [...list(at(rule.descriptor, 'relationships')), ...list(at(result, 'taxa'))]),
  ];
  return [
    {
      ruleId: presentLintRule(rule.id),
      // Linters say it in the message, tools that examine pages tell in it why.
      title: location ? words : (nameOf(rule) ?? words),
      description: location ? undefined : words,
      page,
      wcag: named.length > 0 ? named : criteriaOfRule(run, rule),
      selector,
      // What stands in a file is quoted as it is written there.
      snippet: location ? undefined : text(at(result, 'locations', 0, 'physicalLocation', 'region', 'snippet', 'text')),
      helpUrl: text(at(rule.descriptor, 'helpUri')),
      fingerprint: fingerprintOf(at(result, 'partialFingerprints')),
      place: location?.path,
      location,
      // What stands in a file is told by its number there.
      order: location && [location.line ?? 0, location.column ?? 0],
    },
  ];
}

/** What a rule is called for people. */
const nameOf = ({ descriptor }: SarifRule): string | undefined =>
  [at(descriptor, 'shortDescription', 'text'), at(descriptor, 'name'), at(descriptor, 'fullDescription', 'text')]
    .map(text)
    .find((name) => name?.includes(' '));

/** A failure (§3.27.9) that nobody has set aside (§3.27.23) and that is not of the past (§3.27.24). */
const isPresent = (result: unknown): boolean =>
  [undefined, 'fail'].includes(text(at(result, 'kind'))) &&
  at(result, 'baselineState') !== 'absent' &&
  !list(at(result, 'suppressions')).some((suppression) =>
    [undefined, 'accepted'].includes(text(at(suppression, 'status'))),
  );

function messageOf(run: unknown, result: unknown, rule: SarifRule | undefined): string | undefined {
  const tables = [
    at(rule?.descriptor, 'messageStrings'),
    at(rule?.component, 'globalMessageStrings'),
    at(run, 'tool', 'driver', 'globalMessageStrings'),
  ];
  return firstText(
    wordsOf(at(result, 'message'), ...tables),
    at(rule?.descriptor, 'shortDescription', 'text'),
    at(rule?.descriptor, 'name'),
  );
}

function omissionsOf(tool: string, run: unknown): string[] {
  const invocations = list(at(run, 'invocations'));
  const errors = invocations
    .flatMap((invocation) => [
      ...list(at(invocation, 'toolExecutionNotifications')),
      ...list(at(invocation, 'toolConfigurationNotifications')),
    ])
    .filter((notification) => at(notification, 'level') === 'error')
    .map((notification) => {
      const words = wordsOf(at(notification, 'message'), at(run, 'tool', 'driver', 'globalMessageStrings'));
      return `${tool} reports an error: ${words ?? 'without words'}`;
    });
  const missing = list(at(run, 'results'))
    .filter((result) => isMissingRule(text(at(result, 'message', 'text'))))
    .map((result) => `The rule ${ruleOf(run, result)?.id ?? ''} did not run: ${tool} does not have it.`);
  return [
    ...(invocations.some((invocation) => at(invocation, 'executionSuccessful') === false) && errors.length === 0
      ? [`${tool} did not end successfully.`]
      : []),
    ...errors,
    ...missing,
    ...(Array.isArray(at(run, 'results')) ? [] : [`The run of ${tool} has no results.`]),
    ...(list(at(run, 'externalPropertyFileReferences', 'results')).length > 0
      ? [`Further results of ${tool} are in another file, which was not read.`]
      : []),
  ];
}

/** Rules that somebody has turned off. */
const selectionsOf = (run: unknown): string[] =>
  list(at(run, 'invocations'))
    .flatMap((invocation) => list(at(invocation, 'ruleConfigurationOverrides')))
    .filter((override) => at(override, 'configuration', 'enabled') === false)
    .flatMap((override) => ruleOf(run, { rule: at(override, 'descriptor') }) ?? [])
    .filter((rule) => isAccessibilityRule(run, rule))
    .map(({ id }) => `The rule ${id} was turned off.`);

/** Whether its tool failed before it found anything. */
const saysNothing = (run: unknown): boolean =>
  list(at(run, 'results')).length === 0 &&
  list(at(run, 'invocations')).some((invocation) => at(invocation, 'executionSuccessful') === false);
