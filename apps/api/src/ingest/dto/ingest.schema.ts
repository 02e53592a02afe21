import type { FaultList } from '#libs/errors';
import { characterCount, isTimestamp, isHttpUrl } from '#libs/fields';
import { z } from 'zod';
import { TITLE_LENGTH } from '../../products/title-length.js';
import { ACTIVITY_TYPES } from '../../test-activities/test-activity.entity.js';
import { TRIGGERS } from '../../test-activities/run-context.js';

const RATINGS = ['high', 'medium', 'low'] as const;
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
const address = upTo(2000).refine(isHttpUrl, 'must be an http or https address');
const moment = z
  .string()
  .refine(isTimestamp, 'must be an ISO 8601 timestamp with a zone')
  .meta({ format: 'date-time' });
const whole = (min: number) => z.int().min(min).max(MAX_NUMBER);

// The length is checked after trimming; the document expresses that by a pattern of the untrimmed text.
const criterion = z.string().trim().meta({ pattern: '^\\s*\\S(?:[\\s\\S]{0,48}\\S)?\\s*$' }).pipe(filled(50));
/** A bare string is read as a list of one. */
const wcag = z.union([criterion, z.array(criterion).min(1).max(20)]);

/** One finding of a report. */
export const findingSchema = z.strictObject({
  title: filled(300),
  description: upTo(5000).optional(),
  severity: z.enum(RATINGS).optional(),
  impact: z.enum(RATINGS).optional(),
  sourceUrl: address.optional(),
  wcag: wcag.optional(),
  selector: text(100_000).optional(),
  ruleId: filled(200).optional(),
});

const context = z.strictObject({
  trigger: z.enum(TRIGGERS),
  ref: upTo(255).optional(),
  commitSha: upTo(64).optional(),
  prNumber: whole(1).optional(),
  prUrl: address.optional(),
  environment: filled(120).optional(),
  runNumber: whole(0).optional(),
  runAttempt: whole(1).optional(),
});

/** A report that an external tool posts: checked as a whole by a compiled schema, since it may hold thousands of findings. */
export const ingestSchema = z.strictObject({
  productRef: text(200)
    .optional()
    .meta({ description: 'Slug of the product; may be absent where the key is limited to one.' }),
  type: z.enum(ACTIVITY_TYPES),
  tool: filled(120).optional().meta({ description: 'Required for automated_scan: part of the identity of findings.' }),
  title: upTo(TITLE_LENGTH).optional(),
  target: upTo(2000).optional(),
  externalUrl: address.optional(),
  startedAt: moment.optional(),
  completedAt: moment.optional(),
  idempotencyKey: text(255).optional(),
  context: context.optional(),
  areas: z.array(text(200)).max(50).optional(),
  coverage: z.enum(['complete', 'partial']).default('partial'),
  findings: z.array(findingSchema).default([]),
});

/**
 * Scans must name their tool and the rule of each finding: both are part of a finding's identity. Accepts any value, so
 * that these errors are reported together with all others.
 */
export function requireScanRules(value: unknown, faults: FaultList): void {
  const { type, tool, findings } = value as { type?: unknown; tool?: unknown; findings?: unknown };
  if (type !== 'automated_scan') return;
  const require = (path: () => string, name: string): void =>
    faults.add(() => ({ path: path(), code: 'required', message: `${name} is required for automated_scan` }));
  if (tool === undefined) require(() => '/tool', 'tool');
  if (!Array.isArray(findings)) return;
  findings.forEach((found: unknown, index) => {
    if (typeof found === 'object' && found !== null && !('ruleId' in found))
      require(() => `/findings/${index}/ruleId`, 'ruleId');
  });
}

export type Report = z.output<typeof ingestSchema>;
export type ReportedFinding = Report['findings'][number];
