import { ModulesContainer } from '@nestjs/core';
import { listRoutes, routeFaults } from '../../apps/api/src/platform/http/routes.js';
import { MODULES } from '../../apps/api/src/accounts/organizations/modules.js';
import { useService } from '../support/service.js';

const service = useService();

test('who may call what: a change here is a change of permissions and is reviewed as one', () => {
  const rows = listRoutes(service.app.get(ModulesContainer)).map(({ verb, path, policy }) =>
    [
      verb.padEnd(6),
      path,
      policy!.access,
      policy!.sessionOnly ? 'people' : policy!.scope,
      policy!.module ?? '-',
      policy!.namesProduct ?? '-',
      ...(policy!.organization && policy!.organization !== 'path' ? [policy!.organization] : []),
      ...(policy!.withoutFactor ? ['without-factor'] : []),
    ].join(' '),
  );
  expect(rows).toMatchSnapshot();
});

test('an endpoint without a policy, with a role in no organization, with a body that nothing checks, or open and silent about secrets in its path, keeps the service from starting', () => {
  const routes = listRoutes(service.app.get(ModulesContainer));
  expect(routeFaults(routes, MODULES)).toEqual([]);
  expect(routeFaults([{ ...routes[0]!, policy: undefined }], MODULES)).toEqual([
    expect.stringContaining('has no @Endpoint'),
  ]);
  const [policy, forPeople] = [routes[0]!.policy!, true];
  expect(
    routeFaults([{ ...routes[0]!, policy: { ...policy, access: 'admin', organization: undefined } }], MODULES),
  ).toEqual([expect.stringContaining('asks for a role in no organization')]);
  const named = { ...policy, organization: 'named' } as const;
  expect(routeFaults([{ ...routes[0]!, policy: { ...named, sessionOnly: forPeople } }], MODULES)).toEqual([]);
  expect(routeFaults([{ ...routes[0]!, policy: { ...named, sessionOnly: false } }], MODULES)).toEqual([
    expect.stringContaining('names an organization where keys'),
  ]);
  const gated = routes.find(({ policy }) => policy?.module === 'risks')!;
  expect(routeFaults([gated], ['core'])).toEqual([expect.stringContaining('gated by risks')]);
  expect(routeFaults([{ ...routes[0]!, bodies: [Object] }], MODULES)).toEqual([
    expect.stringContaining('class is lost'),
  ]);
  const open = routes.find(({ path }) => path === '/public/conformance/:publicReport')!;
  expect(routeFaults([{ ...open, options: { ...open.options!, secretPath: undefined } }], MODULES)).toEqual([
    expect.stringContaining('does not say whether its path has a secret'),
  ]);
});
