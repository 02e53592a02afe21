import type { FaultCode, FaultList } from '#libs/errors';
import { characterCount, isHttpUrl, isTimestamp } from '#libs/fields';
import { z } from 'zod';
import { RATINGS } from '../../../accounts/organizations/ratings.js';
import { TITLE_LENGTH } from '../../../products/products/title-length.js';
import { CONTEXT_DESCRIPTIONS, TRIGGERS } from '../../../records/test-activities/run-context.js';
import {
  ACTIVITY_TYPES,
  type ActivityType,
  LINE_KINDS,
} from '../../../records/test-activities/test-activity.entity.js';

const MAX_NUMBER = 2_147_483_647;

const upTo = (max: number, string = z.string()) =>
  string
    .check(({ value, issues }) => {
      if (characterCount(value) > max)
        issues.push({ code: 'too_big', origin: 'string', maximum: max, inclusive: true, input: value });
    })
    .meta({ maxLength: max });
const text = (max: number) => upTo(max, z.string().min(1));
const filled = (max: number) => text(max).regex(/\S/, 'must not be blank');
const address = upTo(2000).refine(isHttpUrl, 'must be an http or https address').meta({ format: 'uri' });
const timestamp = z
  .string()
  .refine(isTimestamp, 'must be an ISO 8601 timestamp with a zone')
  .meta({ format: 'date-time' });
const integer = (min: number) => z.int().min(min).max(MAX_NUMBER);

// The length is checked after trimming; the document expresses that by a pattern of the untrimmed text.
const criterion = z.string().trim().meta({ pattern: '^\\s*\\S(?:[\\s\\S]{0,48}\\S)?\\s*$' }).pipe(filled(50));
/** A bare string is read as a list of one. */
const wcag = z.union([criterion, z.array(criterion).min(1).max(20)]);

// Named schemas of the document, the same as those of the other bodies.
const rating = z.enum(RATINGS).meta({ id: 'Rating' });

/** One finding of a report. */
export const findingSchema = z
  .strictObject({
    title: filled(300),
    description: upTo(5000).optional(),
    severity: rating.optional().describe('The severity of the barrier; `high` has more weight in the Grade.'),
    impact: rating.optional().describe('The impact on affected users.'),
    sourceUrl: address.optional().describe('The tested page.'),
    wcag: wcag.optional().describe('WCAG success criteria, such as `1.4.3`; criteria of the RGAA as `rgaa:1.1`.'),
    selector: text(100_000)
      .optional()
      .describe(
        'The location on the page: a CSS selector, or a path in a file. Part of the identity; send the same value on each run.',
      ),
    needsReview: z
      .boolean()
      .optional()
      .describe(
        'Set if the tool could not decide whether this is a failure. Stored as a separate finding that needs review, and ignored by gates and the Grade. For automated_scan only.',
      ),
    fingerprint: text(200)
      .optional()
      .describe(
        'A fingerprint of the element that does not depend on its location, such as a digest of its tag and text. Findings with the same rule, fingerprint and page are identical even if the selector changes. For automated_scan only.',
      ),
    snippet: text(2000).optional().describe('The quoted HTML of the element. For automated_scan only.'),
    helpUrl: address.optional().describe('The documentation of the rule. For automated_scan only.'),
    ruleId: filled(200).optional().describe('The rule of the tool, such as `button-name`: part of the identity.'),
  })
  .meta({
    id: 'ReportedFinding',
    description:
      'A finding of a tool. Tool, `ruleId`, `selector` and `fingerprint` identify it; send the same values on each run.',
  });

/** The commit that a change is based on, and fifty before it. */
const MAX_BASE_COMMITS = 51;

const context = z
  .strictObject({
    trigger: z.enum(TRIGGERS).meta({ id: 'Trigger' }),
    ref: upTo(255).optional().describe('The branch or tag, such as `main`.'),
    commitSha: upTo(64).optional().describe(CONTEXT_DESCRIPTIONS.commitSha),
    prNumber: integer(1).optional().describe(CONTEXT_DESCRIPTIONS.prNumber),
    prUrl: address.optional().describe(CONTEXT_DESCRIPTIONS.prUrl),
    environment: filled(120)
      .optional()
      .describe('The tested deployment, such as `production`; each one has its own main line.'),
    baseCommits: z
      .array(text(64))
      .min(1)
      .max(MAX_BASE_COMMITS)
      .optional()
      .describe(
        'Main-line commits contained in the tested code, newest first: the base commit and its first parents. Findings present there are not counted as introduced. The list is not stored.',
      ),
    runNumber: integer(0).optional().describe(CONTEXT_DESCRIPTIONS.runNumber),
    runAttempt: integer(1).optional().describe(CONTEXT_DESCRIPTIONS.runAttempt),
  })
  .meta({
    id: 'RunContextInput',
    description:
      'The trigger of a run, and the tested code. Pull requests are identified by `prNumber` and the repository in `prUrl`.',
  });

/** The maximum number of pages that a scan names. */
const MAX_PAGES = 2000;

const MAX_PARTS = 1000;
const partOf = z.int().min(1).max(MAX_PARTS);

const sweep = z
  .strictObject({
    key: filled(255)
      .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'must be one line without control characters')
      .describe('The identifier of the sweep, shared by all its parts and different for each sweep.'),
    part: partOf.meta({ description: 'Starting at 1.' }),
    of: partOf.describe('The number of parts; the same in all of them.'),
    piece: partOf.optional().describe('The number of this piece of the part, starting at 1; if absent, 1.'),
    pieces: partOf.optional().describe('The number of pieces of the part; if absent, 1.'),
  })
  .meta({
    id: 'SweepPart',
    description:
      'One part of a complete sweep shared by several jobs: parts with the same key in the same line. Findings in no part are resolved with the last part. A part can be sent in pieces, each up to the size of a report.',
  });

const EXAMPLE = {
  productRef: 'web-shop',
  type: 'automated_scan',
  tool: 'axe-core',
  coverage: 'complete',
  findings: [
    {
      ruleId: 'button-name',
      title: 'Buttons must have discernible text',
      severity: 'high',
      selector: 'form > button',
      wcag: ['4.1.2'],
      sourceUrl: 'https://shop.example/checkout',
    },
  ],
};
const EXAMPLES = [
  {
    ...EXAMPLE,
    idempotencyKey: 'build 4711, attempt 1',
    context: { trigger: 'pull_request', prNumber: 7, prUrl: 'https://github.com/example/shop/pull/7' },
  },
  {
    ...EXAMPLE,
    context: { trigger: 'schedule', environment: 'production' },
    sweep: { key: 'nightly 2026-11-22', part: 2, of: 8 },
  },
  {
    ...EXAMPLE,
    line: 'proposal',
    context: {
      trigger: 'push',
      ref: 'feature/basket',
      baseCommits: ['9fceb02d0ae598e95dc970b74767f19372d61af8', '6dcb09b5b57875f334f61aebed695e2e4193db5e'],
    },
    pages: ['https://shop.example/checkout', 'https://shop.example/basket'],
  },
];

/**
 * A report that an external tool posts: checked as a whole by a compiled schema, since it may hold thousands of
 * findings.
 */
export const ingestSchema = z
  .strictObject({
    productRef: text(200)
      .optional()
      .meta({ description: 'Slug or id of the product; optional with a key limited to one product.' }),
    product: text(200).optional().describe('Same as `productRef`, under the name used by other operations.'),
    type: z.enum(ACTIVITY_TYPES).meta({ id: 'ActivityType' }),
    tool: filled(120)
      .optional()
      .meta({ description: 'Required for automated_scan: part of the identity of findings.' }),
    title: upTo(TITLE_LENGTH).optional(),
    target: upTo(2000).optional().describe('The tested object: a build, a device or a URL.'),
    externalUrl: address.optional().describe('The URL of the run or report elsewhere, such as in the CI.'),
    startedAt: timestamp.optional().describe('The start time of the run.'),
    completedAt: timestamp.optional().describe('The completion time of the run; if absent, the current time.'),
    idempotencyKey: text(255)
      .optional()
      .describe('The identifier of the report. Repeating it changes nothing and returns the same answer.'),
    context: context.optional(),
    areas: z.array(text(200)).max(50).optional().describe('The tested areas, by slug or id.'),
    coverage: z
      .enum(['complete', 'partial'])
      .meta({
        id: 'Coverage',
        description:
          '`complete`: findings of this tool missing in the report are resolved in the line of the run. `partial`: missing findings are ignored.',
      })
      .default('partial'),
    line: z.enum(LINE_KINDS).meta({ id: 'LineKind' }).optional().meta({
      description:
        'Whether a scan is about the current state (`main`) or about a proposed change, such as a push to a branch other than the default one. If absent: `proposal` with the trigger `pull_request`, otherwise `main`.',
    }),
    sweep: sweep.optional(),
    pages: z
      .array(address)
      .min(1)
      .max(MAX_PAGES)
      .optional()
      .describe(
        'All tested page addresses. Findings of this tool missing on these pages are resolved; other pages are not affected. Requires coverage `complete`, without `areas` and `sweep`; each `sourceUrl` must be one of these pages.',
      ),
    omissions: z
      .array(filled(500))
      .max(100)
      .optional()
      .describe(
        'Parts that were not examined, each a sentence: a page that failed, a rule that did not run. Kept with the run. For automated_scan only.',
      ),
    failed: z
      .boolean()
      .optional()
      .describe(
        'Nothing was examined, since every page failed: the run is kept, and nothing follows from it. Without findings, with coverage `partial`. For automated_scan only.',
      ),
    findings: z.array(findingSchema).default([]),
  })
  .meta({ examples: EXAMPLES });

/** A report of the product that a path names. */
export const productReportSchema = ingestSchema
  .omit({ productRef: true, product: true })
  .meta({ examples: EXAMPLES.map(({ productRef: _, ...example }) => example) });

/**
 * What holds across the fields of a report. Accepts any value, so that these errors are reported together with all
 * others.
 */
export function requireConsistentReport(value: unknown, faults: FaultList): void {
  const report = value as Unchecked;
  const { productRef, product } = report;
  if (productRef !== undefined && product !== undefined && productRef !== product)
    faults.add(() => ({
      path: '/product',
      code: 'not_applicable',
      message: 'product and productRef must name the same product',
    }));
  if (report.type === 'automated_scan') requireScanRules(report, faults);
  else if (ACTIVITY_TYPES.includes(report.type as ActivityType)) refuseInManualReports(report, faults);
  if (report.sweep !== undefined) requireCompleteSweep(report, faults);
  if (report.pages !== undefined) requireCompletePages(report, faults);
  if (report.failed === true) requireNothing(report, faults);
}

type Unchecked = Partial<Record<keyof Report, unknown>>;

/** Scans must name their tool and the rule of each finding: both are part of a finding's identity. */
function requireScanRules({ tool, findings }: Unchecked, faults: FaultList): void {
  const require = (path: () => string, name: string): void =>
    faults.add(() => ({ path: path(), code: 'required', message: `${name} is required for automated_scan` }));
  if (tool === undefined) require(() => '/tool', 'tool');
  if (!Array.isArray(findings)) return;
  findings.forEach((finding: unknown, index) => {
    if (typeof finding === 'object' && finding !== null && !('ruleId' in finding))
      require(() => `/findings/${index}/ruleId`, 'ruleId');
  });
}

/** What people find is an issue at once: nothing becomes of it that a line or a sweep could end. */
function refuseInManualReports(report: Unchecked, faults: FaultList): void {
  for (const name of ['line', 'sweep', 'pages', 'omissions', 'failed'] as const) {
    if (report[name] !== undefined)
      faults.add(() => ({
        path: `/${name}`,
        code: 'not_allowed',
        message: `${name} is allowed for automated_scan only`,
      }));
  }
  if (!Array.isArray(report.findings)) return;
  report.findings.forEach((finding: unknown, index) => {
    if (typeof finding !== 'object' || finding === null) return;
    for (const [name, reason] of Object.entries(SCANS_ONLY))
      if (name in finding)
        faults.add(() => ({
          path: `/findings/${index}/${name}`,
          code: 'not_allowed',
          message: `${name} is allowed for automated_scan only: ${reason}`,
        }));
  });
}

/** What findings of people do not have. */
const SCANS_ONLY: Partial<Record<keyof ReportedFinding, string>> = {
  needsReview: 'manual findings are always decided',
  fingerprint: 'manual findings become issues directly',
  snippet: 'manual findings become issues directly',
  helpUrl: 'manual findings become issues directly',
};

/** The parts of a sweep name all there is together: so it is complete, and not limited to areas. */
function requireCompleteSweep({ sweep, coverage, areas }: Unchecked, faults: FaultList): void {
  const refuse = (path: string, code: FaultCode, message: string): void => faults.add(() => ({ path, code, message }));
  // Any other value is a fault of its own.
  if (coverage === undefined || coverage === 'partial')
    refuse('/coverage', 'not_allowed', 'coverage must be complete with a sweep');
  if (areas !== undefined) refuse('/areas', 'not_allowed', 'areas cannot be combined with sweep');
  if (typeof sweep !== 'object' || sweep === null) return;
  const { part, of, piece, pieces } = sweep as Record<string, unknown>;
  const isBeyond = (number: unknown, most: unknown) =>
    typeof number === 'number' && typeof most === 'number' && number > most;
  if (isBeyond(part, of)) refuse('/sweep/part', 'sweep_mismatch', 'part is higher than the number of parts');
  if (isBeyond(piece, pieces)) refuse('/sweep/piece', 'sweep_mismatch', 'piece is higher than the number of pieces');
  if (piece === undefined && pieces !== undefined) refuse('/sweep/piece', 'required', 'piece is required with pieces');
  if (pieces === undefined && piece !== undefined) refuse('/sweep/pieces', 'required', 'pieces is required with piece');
}

/** A scan is complete for its pages: so it is not limited to areas, and no part of anything. */
function requireCompletePages({ type, coverage, areas, sweep }: Unchecked, faults: FaultList): void {
  if (type !== 'automated_scan') return;
  const refuse = (path: string, message: string): void => faults.add(() => ({ path, code: 'not_allowed', message }));
  // Any other value is a fault of its own.
  if (coverage === undefined || coverage === 'partial') refuse('/coverage', 'coverage must be complete with pages');
  if (areas !== undefined && sweep === undefined) refuse('/areas', 'areas cannot be combined with pages');
  if (sweep !== undefined) refuse('/sweep', 'sweep cannot be combined with pages');
}

/** A run that examined nothing says nothing. */
function requireNothing({ type, coverage, findings }: Unchecked, faults: FaultList): void {
  if (type !== 'automated_scan') return;
  const refuse = (path: string, message: string): void => faults.add(() => ({ path, code: 'not_allowed', message }));
  if (coverage === 'complete') refuse('/coverage', 'coverage cannot be complete where nothing was examined');
  if (Array.isArray(findings) && findings.length > 0)
    refuse('/findings', 'findings cannot go with failed: nothing was examined');
}

export type Report = z.output<typeof ingestSchema>;
export type ReportedFinding = Report['findings'][number];
