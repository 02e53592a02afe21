import type { LinkTable } from '../../platform/lists/links.js';

export const RISK_AREAS: LinkTable = { table: 'risk_areas', owner: 'risk_id', target: 'area_id' };
export const RISK_NEEDS: LinkTable = {
  table: 'risk_functional_needs',
  owner: 'risk_id',
  target: 'functional_need_id',
};
