import type { LinkTable } from '../../platform/lists/links.js';

export const ISSUE_AREAS: LinkTable = { table: 'issue_areas', owner: 'issue_id', target: 'area_id' };
export const ISSUE_NEEDS: LinkTable = {
  table: 'issue_functional_needs',
  owner: 'issue_id',
  target: 'functional_need_id',
};
