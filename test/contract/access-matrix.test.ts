import { auditRoutes, listRoutes } from '#libs/access';
import { ModulesContainer } from '@nestjs/core';
import { MODULES } from '../../apps/api/src/organizations/modules.js';
import { useService } from '../support/service.js';

const service = useService();

test('who may call what: a change here is a change of permissions and is reviewed as one', () => {
  const rows = listRoutes(service.app.get(ModulesContainer)).map(({ verb, path, policy }) =>
    [
      verb.padEnd(6),
      path,
      policy!.door,
      policy!.forPeople ? 'people' : policy!.scope,
      policy!.module ?? '-',
      policy!.namesProduct ?? '-',
      ...(policy!.organization && policy!.organization !== 'path' ? [policy!.organization] : []),
      ...(policy!.withoutFactor ? ['without-factor'] : []),
    ].join(' '),
  );
  expect(rows).toMatchSnapshot();
});

test('an endpoint without a policy, with a role in no organization, or with a body that nothing checks, keeps the service from starting', () => {
  const routes = listRoutes(service.app.get(ModulesContainer));
  expect(auditRoutes(routes, MODULES)).toEqual([]);
  expect(auditRoutes([{ ...routes[0]!, policy: undefined }], MODULES)).toEqual([
    expect.stringContaining('has no @Endpoint'),
  ]);
  const [policy, forPeople] = [routes[0]!.policy!, true];
  expect(
    auditRoutes([{ ...routes[0]!, policy: { ...policy, door: 'admin', organization: undefined } }], MODULES),
  ).toEqual([expect.stringContaining('asks for a role in no organization')]);
  const named = { ...policy, organization: 'named' } as const;
  expect(auditRoutes([{ ...routes[0]!, policy: { ...named, forPeople } }], MODULES)).toEqual([]);
  expect(auditRoutes([{ ...routes[0]!, policy: { ...named, forPeople: false } }], MODULES)).toEqual([
    expect.stringContaining('names an organization where keys'),
  ]);
  const gated = routes.find(({ policy }) => policy?.module === 'risks')!;
  expect(auditRoutes([gated], ['core'])).toEqual([expect.stringContaining('gated by risks')]);
  expect(auditRoutes([{ ...routes[0]!, bodies: [Object] }], MODULES)).toEqual([
    expect.stringContaining('class is lost'),
  ]);
});
