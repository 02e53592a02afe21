// To which products requirements apply. EN 301 549 V3.2.1: the conditions of its clauses, and annex A, tables A.1 (web)
// and A.2 (mobile), © ETSI, CEN and CENELEC, as Luxembourg's RAWEB and RAAM (CC BY 3.0 LU) and the BITV tests of BIK
// repeat them clause by clause. Section 508: 36 CFR part 1194, appendices A and C, U.S. Access Board, public domain.
// Numbers and conditions only.
import type { AppliesTo } from '../applies-to.js';
import type { Feature } from '../features.js';

const WEB = ['website', 'web-app', 'design-system', 'other'] as const;
const APP = ['mobile-app', 'desktop-app', 'other'] as const;
const DOCUMENT = ['document', 'other'] as const;

type Types = AppliesTo['types'];

/** Types, or one of some features; `also`: with all of these beside. */
const where = (types: Types, features: readonly Feature[] = [], also: readonly Feature[] = []): AppliesTo => ({
  types,
  features,
  with: also,
});
const having = (features: readonly Feature[], also: readonly Feature[] = []): AppliesTo => where([], features, also);

/** What no product needs unless it says so. */
const UNASKED = where([]);

/** What clause 11 asks of closed functionality. */
export const CLOSED_FUNCTIONALITY = where(APP, ['software'], ['closed_functionality']);

/** By clause of EN 301 549. An entry stands for all clauses that continue its number, up to a longer entry. */
export const EN_301_549_APPLIES_TO: Readonly<Record<string, AppliesTo>> = {
  '4.2': UNASKED,
  '5.1': having(['closed_functionality']),
  '5.2': having(['accessibility_features']),
  '5.3': having(['biometrics']),
  '5.4': having(['conversion']),
  '5.5': having(['operable_parts', 'hardware']),
  '5.6': having(['operable_parts', 'hardware']),
  '5.7': having(['operable_parts', 'hardware']),
  '5.8': having(['operable_parts', 'hardware']),
  '5.9': having(['operable_parts', 'hardware']),
  '6': having(['two_way_voice']),
  '6.5': having(['two_way_voice'], ['real_time_video']),
  '7': having(['video']),
  '8': having(['hardware']),
  '9': where(WEB, ['web_content']),
  '10': where(DOCUMENT, ['documents']),
  '11': where(APP, ['software']),
  '11.5.2.1': having(['platform']),
  '11.5.2.2': having(['platform']),
  '11.5.2.4': having(['assistive_technology']),
  '11.6.1': having(['platform']),
  '11.7': where([...new Set([...WEB, ...APP])], ['web_content', 'software']),
  '11.8': having(['authoring_tool']),
  '12': having(['support']),
  '13.1': having(['relay_service']),
  '13.2': having(['two_way_voice']),
  '13.3': having(['two_way_voice']),
};

/**
 * The criteria of WCAG 2.0 from which Section 508 excepts documents and software that are not on the web (E205.4,
 * E207.2).
 */
export const SECTION_508_WEB_ONLY: readonly string[] = ['2.4.1', '2.4.5', '3.2.3', '3.2.4'];
export const SECTION_508_WEB = where(WEB, ['web_content']);

/** By provision of Section 508, as above; criteria of WCAG apply to every product. */
export const SECTION_508_APPLIES_TO: Readonly<Record<string, AppliesTo>> = {
  '302': UNASKED,
  '402': having(['hardware'], ['closed_functionality']),
  '403': having(['hardware'], ['biometrics']),
  '404': having(['hardware'], ['conversion']),
  '405': having(['hardware']),
  '406': having(['hardware']),
  '407': having(['hardware']),
  '408': having(['hardware']),
  '409': having(['hardware']),
  '410': having(['hardware']),
  '411': having(['hardware']),
  '412': having(['hardware'], ['two_way_voice']),
  '413': having(['hardware'], ['video']),
  '414': having(['hardware'], ['video']),
  '415': having(['hardware'], ['video']),
  '502.2.1': having(['platform']),
  '502.2.2': where(APP, ['software']),
  '502.3': where(APP, ['software']),
  '502.4': having(['platform']),
  '503.2': where(APP, ['software']),
  '503.3': where(APP, ['software'], ['assistive_technology']),
  '503.4': where(APP, ['software'], ['video']),
  '504': having(['authoring_tool']),
  '602': having(['support']),
  '603': having(['support']),
};
