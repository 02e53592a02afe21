import { ModulesContainer } from '@nestjs/core';
import { listRoutes } from '../../apps/api/src/platform/http/routes.js';
import { useCiIssuers } from '../support/ci-issuer.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';
import { accountActs } from './acts/accounts.js';
import { commentActs } from './acts/comments.js';
import { conformanceActs } from './acts/conformance.js';
import { evidenceActs } from './acts/evidence.js';
import { evaluationActs } from './acts/evaluation.js';
import { integrationActs } from './acts/integrations.js';
import { type Act, makeWith } from './acts/made.js';
import { monitorActs } from './acts/monitors.js';
import { organizationActs } from './acts/organizations.js';
import { productRecordActs } from './acts/product-records.js';
import { productActs } from './acts/products.js';
import { trustedPublishingActs } from './acts/trusted-publishing.js';

const { github, settings } = useCiIssuers({ WEBHOOKS_ALLOW_PRIVATE: 'true' });
const service = useService(settings);
const made = makeWith(service);

/** One way to make each change that the interface offers. */
const ACTS: Record<string, Act> = {
  ...accountActs(service, made),
  ...organizationActs(service, made),
  ...productActs(service, made),
  ...productRecordActs(service, made),
  ...integrationActs(service, made),
  ...trustedPublishingActs(service, github),
  ...conformanceActs(service),
  ...evaluationActs(service),
  ...commentActs(service),
  ...monitorActs(service),
  ...evidenceActs(service),
};

/** What changes nothing that anybody keeps, and why. */
const WITHOUT_EVENT: Record<string, string> = {
  'POST /api/auth/two-factor/get-totp-uri': 'reads',
  'POST /api/auth/request-password-reset': 'mails a link to whoever reads that mail; using it is the event',
  'POST /api/auth/send-verification-email': 'mails a link to whoever reads that mail; using it is the event',
  'PATCH /v1/me/notifications': 'what somebody has read concerns nobody else',
  'POST /v1/me/proof/mail': 'mails a code to whoever reads that mail; using it is the event',
  'POST /api/auth/sso/saml2/acs/:orgId': 'needs the assertion of a provider; the sign-in is the event',
  'POST /api/auth/sign-in/sso': 'sends the browser to the provider; coming back is the event',
  'POST /v1/organizations/:orgId/settings/sign-in/try': 'shows what would be, and keeps nothing of it',
  'POST /api/auth/sign-in/social': 'sends the browser to the provider; coming back is the event',
  'POST /v1/organizations/:orgId/products/:productSlug/issues/:issueNumber/watch': 'only the person themselves sees it',
  'POST /v1/organizations/:orgId/products/:productSlug/issues/:issueNumber/unwatch':
    'only the person themselves sees it',
  'POST /api/agent/claim': 'a run begins; its end is the event',
  'POST /api/agent/runs/:agentRunId/heartbeat': 'a sign of life',
  'POST /api/agent/runs/:agentRunId/next': 'a part of a run, whose end is the event',
  'POST /api/agent/runs/:agentRunId/evidence': 'a part of a run, whose end is the event',
  'POST /api/agent/runs/:agentRunId/results': 'a part of a run, whose end is the event',
  'POST /v1/organizations/:orgId/products/:productSlug/imports': 'a job does it; its end is the event',
  'POST /v1/organizations/:orgId/products/:productSlug/imports/preview': 'a question',
  'POST /v1/organizations/:orgId/products/:productSlug/ownership-rules/preview': 'a question',
  'POST /v1/organizations/:orgId/products/:productSlug/tracker-connections/:connectionId/test':
    'a question; that the tracker refuses is an event of its own',
  'POST /v1/organizations/:orgId/products/:productSlug/tracker-connections/:connectionId/people/propose': 'a question',
  'POST /api/webhooks/trackers/:orgId/:trackerConnectionId': 'only has an issue compared; what follows is the event',
  'POST /api/auth/organization/check-slug': 'a question',
  'POST /api/auth/organization/has-permission': 'a question',
};

test('every route that changes anything has an entry in this test', () => {
  const routes = listRoutes(service.app.get(ModulesContainer))
    .filter(({ verb }) => verb !== 'GET')
    .map(({ verb, path }) => `${verb} ${path}`);
  const unknown = routes.filter((route) => !(route in ACTS) && !(route in WITHOUT_EVENT));
  expect(unknown).toEqual([]);
});

test.each(Object.keys(ACTS))('%s leaves exactly one event', async (route) => {
  const w = await world(service);
  const act = await ACTS[route]!(w);
  const events = async () =>
    (
      await service.database.query(
        'SELECT count(*)::int AS n FROM (SELECT id FROM events UNION SELECT id FROM account_events) AS all_events',
      )
    )[0].n;
  // A deleted organization takes its history along, and each key that ends with it leaves an event of its own.
  if (route.endsWith('organization/delete'))
    await service.database.query(
      'WITH ended AS (UPDATE api_keys SET revoked_at = now()), copies AS (DELETE FROM account_events) DELETE FROM events',
    );
  const before = await events();
  const answer = await act();
  expect([answer.status < 300, (await events()) - before]).toEqual([true, 1]);
});
