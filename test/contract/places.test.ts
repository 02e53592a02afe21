import { ModulesContainer } from '@nestjs/core';
import { listRoutes, operationIdOf, type Route } from '../../apps/api/src/platform/http/routes.js';
import { resourceAt } from '../../apps/api/src/platform/places/resources.js';
import { useService } from '../support/service.js';

const service = useService();

/** Where a read that is not of one record needs no resource: it answers what was read when the call was admitted. */
const READ_AT_ADMISSION = new Set([
  'organizations_readProfile',
  'issues_listFunctionalNeeds',
  'risks_listFunctionalNeeds',
  // A row that is kept.
  'grade_read',
]);

/** Where what is uploaded is worked on with a place of its own, once it has arrived. */
const PLACE_OF_UPLOADS: Readonly<Record<string, string>> = {
  account_uploadPicture: 'pictures',
  organizations_uploadLogo: 'pictures',
  evidence_upload: 'pictures',
  audits_importOutcomes: 'changes',
  audits_beginImport: 'changes',
  audits_previewImport: 'changes',
  // And a thread, while the file is read.
  conformanceReports_importReport: 'changes',
};

/** Whether a call takes a place of a resource, or needs none for a reason that its declaration shows. */
function isShared(route: Route): boolean {
  const { verb, path, policy, options } = route;
  if (resourceAt(route) !== undefined) return true;
  // The address is limited, or it costs no statement; and one record is found by its own index.
  if (policy?.access === 'anyone') return true;
  if (options?.upload) return operationIdOf(route) in PLACE_OF_UPLOADS;
  return verb === 'GET' && (/\/:\w+$/.test(path) || READ_AT_ADMISSION.has(operationIdOf(route)));
}

test('every operation names the resource that it uses, or needs none for a reason', () => {
  const routes = listRoutes(service.app.get(ModulesContainer));
  expect(routes.filter((route) => !isShared(route)).map(operationIdOf)).toEqual([]);
  const known = new Set(routes.map(operationIdOf));
  expect([...READ_AT_ADMISSION, ...Object.keys(PLACE_OF_UPLOADS)].filter((id) => !known.has(id))).toEqual([]);
});

test('an operation without one is found', () => {
  const [verdicts] = listRoutes(service.app.get(ModulesContainer)).filter(
    (route) => operationIdOf(route) === 'conformanceVerdicts_list',
  );
  expect(isShared(verdicts!)).toBe(true);
  const { place: _, ...options } = verdicts!.options!;
  expect(isShared({ ...verdicts!, options })).toBe(false);
});
