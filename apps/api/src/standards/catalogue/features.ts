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
  'What a product has or does beside what its type says: `accessibility_features` of its own that it documents; `assistive_technology` that it is, or acts as; `authoring_tool`: people make or edit content for others; `biometrics`; `closed_functionality` keeps users from attaching their assistive technology; `conversion` of information into another form; `documents` for download; `hardware`; `operable_parts` of its own that are grasped, locked, repeated or used together; `platform` that other software runs on; `real_time_video` in its calls; a `relay_service`; `software` and `web_content` beside what its type says; `support`: documentation or support services; `two_way_voice`; `video` with synchronized audio.',
);
export type Feature = (typeof FEATURES)[number];
