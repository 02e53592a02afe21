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
    ].join(' '),
  );
  expect(rows).toMatchSnapshot();
});

test('an endpoint without a policy, or with a body that nothing checks, keeps the service from starting', () => {
  const routes = listRoutes(service.app.get(ModulesContainer));
  expect(auditRoutes(routes, MODULES)).toEqual([]);
  expect(auditRoutes([{ ...routes[0]!, policy: undefined }], MODULES)).toEqual([
    expect.stringContaining('has no @Endpoint'),
  ]);
  const gated = routes.find(({ policy }) => policy?.module === 'risks')!;
  expect(auditRoutes([gated], ['core'])).toEqual([expect.stringContaining('gated by risks')]);
  expect(auditRoutes([{ ...routes[0]!, bodies: [Object] }], MODULES)).toEqual([
    expect.stringContaining('class is lost'),
  ]);
});
