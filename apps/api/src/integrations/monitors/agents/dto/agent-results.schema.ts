import { isHttpUrl, named } from '#libs/fields';
import { z } from 'zod';
import { findingSchema } from '../../../../findings/ingest/dto/ingest.schema.js';

/** The tools of agents. */
export const AGENT_TOOLS = named('AgentTool', ['axe-core', 'curbcut-checks'], 'What of an agent looks at pages.');
/** What becomes of pages. */
const AGENT_OUTCOMES = named(
  'AgentOutcome',
  ['looked', 'failed', 'gone'],
  '`looked`: its findings are told; `gone`: the site says that the page is not there.',
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
  'Why a page could not be looked at, or a run could not be run.',
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
      .describe('SHA-256 of the file, which is sent where the answer calls it `wanted`.'),
    alternative: z.string().min(1).max(1000).describe('Its text alternative: rule, element and page.'),
  })
  .meta({ id: 'AgentPicture', description: 'A picture that an agent has taken of what it found.' });

const agentFinding = findingSchema
  .extend({
    ruleId: z.string().min(1).max(200).regex(/\S/, 'must not be blank').describe('The rule of the tool.'),
    tool: z.enum(AGENT_TOOLS).meta({ id: 'AgentTool' }).describe('Which tool found it.'),
    picture: agentPicture.optional(),
  })
  .meta({ id: 'AgentFinding', description: 'What a tool of an agent found on a page.' });

/** What became of one page. */
export const agentPageSchema = z
  .strictObject({
    id: z.uuid().describe('As it was handed out.'),
    outcome: z.enum(AGENT_OUTCOMES).meta({ id: 'AgentOutcome' }),
    reason: z.enum(AGENT_REASONS).meta({ id: 'AgentReason' }).nullish().describe('Why it failed.'),
    finalUrl: address.nullish().describe('Where redirects have led.'),
    title: z.string().nullish(),
    template: z.string().max(100).nullish().describe('A digest of how the page is made.'),
    ms: z.int().min(0).max(86_400_000).nullish().describe('How long it took, in milliseconds.'),
    findings: z.array(agentFinding).max(5000).default([]),
    found: addresses.default([]).describe('Addresses that the page links to.'),
  })
  .meta({ id: 'AgentPage', description: 'What became of a page that was handed out.' });

/** What became of pages of a run. */
export const agentResultsSchema = z.strictObject({
  lease: z.uuid().describe('Of the run, as it was claimed.'),
  pages: z.array(agentPageSchema).max(50),
  found: addresses.default([]).describe('Addresses that the sitemap of the monitor names.'),
  toolVersions: z
    .strictObject({ 'axe-core': z.string().max(50).optional(), 'curbcut-checks': z.string().max(50).optional() })
    .optional()
    .describe('The versions of the tools.'),
});

export type AgentResults = z.output<typeof agentResultsSchema>;
export type AgentPageResult = AgentResults['pages'][number];
