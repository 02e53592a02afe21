/** What an integrator reads first, at the top of `/docs`: in Markdown, the description of the document. */
export const GUIDE = `Tracks the accessibility of the digital products of an organization. Scanners and people report findings and issues, and each product gets a Grade with its reasons.

## First report

1. **Sign in.** \`POST /api/auth/sign-up/email\` (or \`/sign-in/email\`) returns a \`token\`; send it as \`Authorization: Bearer …\`. Create an organization and a product.
2. **Create an API key** for programs: \`POST /v1/organizations/{orgId}/api-keys\` with a name and \`scopes\`. Its secret (\`svc_…\`) is shown once; send it as \`X-API-Key\`.
3. **Report** the findings of a scanner:

\`\`\`sh
curl "$CURBCUT_URL/api/ingest/test-activity" -H "X-API-Key: $CURBCUT_API_KEY" -H 'Content-Type: application/json' -d '{
  "productRef": "web-shop", "type": "automated_scan", "tool": "axe-core", "coverage": "complete",
  "findings": [{ "ruleId": "button-name", "title": "Buttons must have discernible text", "severity": "high" }]
}'
\`\`\`

\`introduced.count\` is the number of newly introduced findings: fail a build on it. The same in TypeScript, with \`@curbcut/client\`:

\`\`\`ts
const curbcut = createCurbcut({ baseUrl: process.env.CURBCUT_URL, apiKey: process.env.CURBCUT_API_KEY });
const { introduced } = await curbcut.ingest.report({ body: report });
\`\`\`

## Conventions

**Values.** Ids are UUIDs, times ISO 8601 in UTC. In a PATCH, absent fields are kept and \`null\` clears a field. A list in a query is comma-separated, \`?state=open,closed\`, or repeats its name. Unknown parameters are ignored; with \`Prefer: handling=strict\` they are rejected (400).

**Names.** In URLs, a slug and the id are interchangeable. The last five former slugs also work, except for standards; \`Content-Location\` then has the current URL. Former slugs are not given to other records. Filters and bodies take \`product\`, a slug or an id.

**Keys.** The scopes are \`read\`, \`write\` (includes \`read\`) and \`ingest\`. A key limited to one product can only call operations of that product. Operations for signed-in users reject keys.

**Result pages.** A list takes \`page\` (from 1), \`pageSize\` (at most 100), \`sortField\` and \`sortDirection\`, and returns \`total\`; \`total=false\` omits the count, which is faster. To read a whole list, follow \`Link: <…>; rel="next"\` of each page: sorted by \`createdAt\` or \`number\`, no record is skipped or repeated, even if records are added or deleted. Findings, issues, audits, risks, test activities and changes can be exported with \`?format=csv\` or \`ndjson\`, or by \`Accept\`.

**Errors.** Errors are \`application/problem+json\` (RFC 9457). Programs use the \`code\`, which never changes; \`message\` (same as \`detail\`) is human-readable. \`errors\` lists each fault of a 400 with a code and its \`params\`, for messages in other languages. \`requestId\` (also the header \`X-Request-Id\`) identifies the call in the service log. Each operation lists its codes, and the schema \`ProblemCode\` explains all of them.

**Limits.** For limited calls, \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` show the remaining calls and seconds; 429 and 503 have \`Retry-After\`. GET, PUT and DELETE can be repeated safely, a report with an \`idempotencyKey\`, and any other POST in an organization with the header \`Idempotency-Key\`.

**Conditions.** Answers to GET have an \`ETag\`; \`If-None-Match\` gives 304 if nothing has changed.

## Webhooks

\`POST /v1/organizations/{orgId}/webhooks\` registers an endpoint with its event types; the schema \`WebhookMessage\` lists all of them. Answer 2xx within 15 seconds; otherwise the message is repeated for three days with the same \`webhook-id\`. A message contains the record after the change (\`record\`) and its URLs (\`url\`, \`consoleUrl\`); \`sequence\` numbers the messages of the webhook without gaps. \`POST …/test\` sends a test message of any type. Verify each message (Standard Webhooks 1.0), with \`verifyWebhook\` of \`@curbcut/client\` or with your own code:

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
