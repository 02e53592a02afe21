/** The floors of the service, the lowest first: each may import from itself and from those below it. */
const FLOORS = require('./layers.json').floors.filter((name) => name !== 'libs');

const folder = (names) => `^apps/api/src/(${names.join('|')})/`;

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      // Types that a generator writes name each other.
      from: { pathNot: '^(libs/client/src/generated|apps/web)/' },
      to: { circular: true },
    },
    {
      name: 'no-circular-console',
      comment: 'Addresses lead to views, which are loaded when they are opened and name addresses.',
      severity: 'error',
      from: { path: '^apps/web/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import', 'type-only'] } },
    },
    {
      name: 'the-console-calls-the-interface',
      comment:
        'It knows what anybody may know who reads the interface: the client, the readers of reports, and the files of pipelines.',
      severity: 'error',
      from: { path: '^apps/web/' },
      to: { path: '^(apps/(?!web/)|libs/(?!client/|reports/|workflows/))' },
    },
    {
      name: 'widgets-know-no-domain',
      severity: 'error',
      from: { path: '^apps/web/src/(ui|words)/' },
      to: { path: '^apps/web/src/(?!ui/|words/|app/)' },
    },
    { name: 'libs-know-no-domain', severity: 'error', from: { path: '^libs/' }, to: { path: '^apps/' } },
    {
      name: 'a-lib-only-through-its-index',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: '^libs/([^/]+)/' },
      to: { path: '^libs/[^/]+/src/(?!index\\.ts$)' },
    },
    {
      name: 'entities-are-leaves',
      severity: 'error',
      from: { path: '\\.entity\\.ts$' },
      to: {
        path: '^apps/api/src/',
        pathNot:
          '(\\.entity|run-context|organizations/(modules|ratings)|issues/tracker-link|http/policy|lists/changed-fields|catalogue/(applies-to|features)|conformance/(statement-terms|conformance-document))\\.ts$',
      },
    },
    {
      name: 'only-units-write-events',
      comment: 'unit.record(…) leaves an event; those of a change are written at its end, in one statement.',
      severity: 'error',
      from: { path: '^apps/api/src/', pathNot: '^apps/api/src/platform/(work|events)/' },
      to: { path: '^apps/api/src/platform/events/record\\.ts$' },
    },
    {
      name: 'only-grading-computes-grades',
      comment: 'unit.touch(…) has the Grades of products computed anew, once, when all changes are done.',
      severity: 'error',
      from: { path: '^apps/api/src/', pathNot: '^apps/api/src/reporting/grading/' },
      to: { path: '^apps/api/src/reporting/grading/regrade\\.ts$' },
    },
    ...FLOORS.slice(0, -1).map((floor, index) => ({
      name: `${floor}-imports-no-floor-above`,
      severity: 'error',
      from: { path: folder([floor]) },
      to: { path: folder(FLOORS.slice(index + 1)) },
    })),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.spec\\.ts$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'require', 'node', 'default'],
    },
  },
};
