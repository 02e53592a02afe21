import { at, list, text } from './json.js';
import { criteriaOfTags, findingOf, type ReportFormat, severityOfImpact } from './report.js';

/** axe-core: one result, or the array of its command line. */
export const axeCore: ReportFormat = {
  recognises: (report) => {
    const [first] = [report].flat();
    return at(first, 'testEngine', 'name') === 'axe-core' && Array.isArray(at(first, 'violations'));
  },
  read: (report) => {
    const results = [report].flat();
    const pages = results.flatMap((result) => text(at(result, 'url')) ?? []);
    return {
      format: 'axe-core',
      tool: 'axe-core',
      target: pages.join(' ') || undefined,
      completedAt: text(at(results.at(-1), 'timestamp')),
      complete: true,
      findings: results.flatMap((result) =>
        list(at(result, 'violations')).flatMap((violation) => nodesOf(violation, text(at(result, 'url')))),
      ),
    };
  },
};

const nodesOf = (violation: unknown, page: string | undefined) =>
  list(at(violation, 'nodes')).flatMap((node) =>
    findingOf({
      ruleId: text(at(violation, 'id')),
      title: text(at(violation, 'help')),
      description: text(at(node, 'failureSummary')),
      severity: severityOfImpact(at(node, 'impact') ?? at(violation, 'impact')),
      page,
      wcag: criteriaOfTags(list(at(violation, 'tags'))),
      // Frames and shadow roots nest their selectors.
      selector: text(list(at(node, 'target')).flat(Infinity).join(' ')),
    }),
  );
