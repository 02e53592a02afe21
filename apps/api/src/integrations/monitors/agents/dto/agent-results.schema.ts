import { isHttpUrl, named } from '#libs/fields';
import { z } from 'zod';
import { findingSchema } from '../../../../findings/ingest/dto/ingest.schema.js';

/** The tools of agents. */
export const AGENT_TOOLS = named('AgentTool', ['axe-core', 'curbcut-checks'], 'A tool of an agent.');
/** What becomes of pages. */
const AGENT_OUTCOMES = named(
  'AgentOutcome',
  ['looked', 'failed', 'gone'],
  '`looked`: examined, with its findings; `gone`: the site reports that the page does not exist.',
);

/** Why pages and runs fail. */
export const AGENT_REASONS = named(
  'AgentReason',
  [
    'timeout',
    'too_large',
    'dns',
    'refused_address',
    'tls',
    'status',
    'crashed',
    'memory',
    'redirects',
    'not_html',
    'robots',
    'signed_out',
  ],
  'The reason for the failure of a page or a run.',
);
export type AgentReason = (typeof AGENT_REASONS)[number];

const address = z.string().max(2000).refine(isHttpUrl, 'must be an http or https address').meta({ format: 'uri' });
const addresses = z.array(address).max(500);

const agentPicture = z
  .strictObject({
    digest: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal')
      .meta({ example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' })
      .describe('The SHA-256 of the file; upload it if the answer lists it in `wanted`.'),
    alternative: z.string().min(1).max(1000).describe('The text alternative: rule, element and page.'),
  })
  .meta({ id: 'AgentPicture', description: 'A screenshot of a finding.' });

const agentFinding = findingSchema
  .extend({
    ruleId: z.string().min(1).max(200).regex(/\S/, 'must not be blank').describe('The rule of the tool.'),
    tool: z.enum(AGENT_TOOLS).meta({ id: 'AgentTool' }).describe('The tool.'),
    picture: agentPicture.optional(),
  })
  .meta({ id: 'AgentFinding', description: 'A finding of an agent on a page.' });

/** What became of one page. */
export const agentPageSchema = z
  .strictObject({
    id: z.uuid().describe('The address, as assigned.'),
    outcome: z.enum(AGENT_OUTCOMES).meta({ id: 'AgentOutcome' }),
    reason: z.enum(AGENT_REASONS).meta({ id: 'AgentReason' }).nullish().describe('The reason for the failure.'),
    finalUrl: address.nullish().describe('The final address after redirects.'),
    title: z.string().nullish(),
    template: z.string().max(100).nullish().describe('A digest of the page structure.'),
    ms: z.int().min(0).max(86_400_000).nullish().describe('The duration in milliseconds.'),
    findings: z.array(agentFinding).max(5000).default([]),
    found: addresses.default([]).describe('Links on the page.'),
  })
  .meta({ id: 'AgentPage', description: 'The result of an assigned page.' });

/** What became of pages of a run. */
export const agentResultsSchema = z.strictObject({
  lease: z.uuid().describe('The lease of the run.'),
  pages: z.array(agentPageSchema).max(50),
  found: addresses.default([]).describe('Addresses in the sitemap of the monitor.'),
  toolVersions: z
    .strictObject({ 'axe-core': z.string().max(50).optional(), 'curbcut-checks': z.string().max(50).optional() })
    .optional()
    .describe('The versions of the tools.'),
});

export type AgentResults = z.output<typeof agentResultsSchema>;
export type AgentPageResult = AgentResults['pages'][number];
