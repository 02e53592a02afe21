import { named } from '#libs/fields';

/**
 * What a product has or does beside what its type says, which decides which requirements of EN 301 549 and Section 508
 * apply to it.
 */
export const FEATURES = named(
  'ProductFeature',
  [
    'accessibility_features',
    'assistive_technology',
    'authoring_tool',
    'biometrics',
    'closed_functionality',
    'conversion',
    'documents',
    'hardware',
    'operable_parts',
    'platform',
    'real_time_video',
    'relay_service',
    'software',
    'support',
    'two_way_voice',
    'video',
    'web_content',
  ],
  'A feature of a product, in addition to its type: `accessibility_features` that it documents; `assistive_technology`; `authoring_tool`: for creating or editing content for others; `biometrics`; `closed_functionality`: users cannot attach their assistive technology; `conversion` of information into another form; `documents` for download; `hardware`; `operable_parts` that are grasped, locked, repeated or used together; `platform` for other software; `real_time_video` in calls; `relay_service`; `software` and `web_content` in addition to its type; `support`: documentation or support services; `two_way_voice`; `video` with synchronized audio.',
);
export type Feature = (typeof FEATURES)[number];
