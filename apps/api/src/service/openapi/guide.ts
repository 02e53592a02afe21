/** What an integrator reads first, at the top of `/docs`: in Markdown, the description of the document. */
export const GUIDE = `Tracks how accessible the digital products of an organization are: scanners and people report what they find, and each product has a Grade that says why.

## First report

1. **Sign in.** \`POST /api/auth/sign-up/email\` (or \`/sign-in/email\`) answers a \`token\`; send it as \`Authorization: Bearer …\`. Create an organization and a product.
2. **Make a key** for programs: \`POST /v1/organizations/{orgId}/api-keys\` with a name and \`scopes\`. Its secret (\`svc_…\`) is shown once; send it as \`X-API-Key\`.
3. **Report** what a scanner found:

\`\`\`sh
curl "$CURBCUT_URL/api/ingest/test-activity" -H "X-API-Key: $CURBCUT_API_KEY" -H 'Content-Type: application/json' -d '{
  "productRef": "web-shop", "type": "automated_scan", "tool": "axe-core", "coverage": "complete",
  "findings": [{ "ruleId": "button-name", "title": "Buttons must have discernible text", "severity": "high" }]
}'
\`\`\`

\`introduced.count\` is what this run brings that was not there before: fail a build on it. The same in TypeScript, with \`@curbcut/client\`:

\`\`\`ts
const curbcut = createCurbcut({ baseUrl: process.env.CURBCUT_URL, apiKey: process.env.CURBCUT_API_KEY });
const { introduced } = await curbcut.ingest.report({ body: report });
\`\`\`

## Words that all operations share

**Values.** Ids are UUIDs, times ISO 8601 in UTC. In a PATCH, what is absent stays and \`null\` clears. A list in a query is written with commas, \`?state=open,closed\`, or repeats its name. An unknown parameter is ignored; with \`Prefer: handling=strict\` it is refused (400).

**Names.** Whatever has a slug in an address answers to its id there too, and all but standards for five new names to the slugs that they had before; \`Content-Location\` then has the present address. Nobody else gets these. Filters and bodies take \`product\`, a slug or an id.

**Keys.** \`read\`, \`write\` (which adds \`read\`) and \`ingest\`. A key of one product may call only what names that product; what is for people alone refuses keys.

**Pages.** A list takes \`page\` (from 1), \`pageSize\` (100 at most), \`sortField\` and \`sortDirection\`, and answers \`total\`; \`total=false\` leaves the counting out, which is faster. Whoever reads a whole list goes on by \`Link: <…>; rel="next"\` of each page: by \`createdAt\` or \`number\` nothing is skipped or seen twice, whatever comes and goes meanwhile. Findings, issues, audits, risks, test activities and changes come as a whole with \`?format=csv\` or \`ndjson\`, also by \`Accept\`.

**Errors.** Any refusal is \`application/problem+json\` (RFC 9457). Decide by its \`code\`, which never changes; \`message\` (\`detail\` has the same) is for people, \`errors\` names each fault of a 400 by a code and its \`params\`, with which clients word it in other languages, and \`requestId\` (also the header \`X-Request-Id\`) finds the call in the log. Each operation lists its codes, and the schema \`ProblemCode\` explains all.

**Limits.** Where calls are counted, \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` say how many are left for how many seconds; 429 and 503 have \`Retry-After\`. Repeat GET, PUT and DELETE freely, a report if it has an \`idempotencyKey\`, and any other POST in an organization if it has the header \`Idempotency-Key\`.

**Conditions.** Answers to GET have an \`ETag\`; with \`If-None-Match\` you get 304 where nothing has changed.

## Webhooks

\`POST /v1/organizations/{orgId}/webhooks\` names an address of yours and the types it is told of; the schema \`WebhookMessage\` has them all. Answer 2xx within 15 seconds; otherwise the message comes again, for three days, with the same \`webhook-id\`. Each shows the record after the change (\`record\`) and where it is (\`url\`, \`consoleUrl\`); \`sequence\` counts the messages to the webhook without gaps. \`POST …/test\` sends one of any type. Verify each (Standard Webhooks 1.0), with \`verifyWebhook\` of \`@curbcut/client\` or by yourself:

\`\`\`ts
import { createHmac, timingSafeEqual } from 'node:crypto';

function isGenuine(body: string, headers: Record<string, string>, secret: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': sentAt, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(sentAt)) < 300)) return false;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = Buffer.from(\`v1,\${createHmac('sha256', key).update(\`\${id}.\${sentAt}.\${body}\`).digest('base64')}\`);
  return signatures.split(' ').some((one) => one.length === expected.length && timingSafeEqual(Buffer.from(one), expected));
}
\`\`\`
`;
