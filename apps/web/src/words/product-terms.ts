import type { ProductFeature } from '@curbcut/client';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** What a product has or does beside what its type says. */
export const PRODUCT_FEATURES: Record<ProductFeature, MessageDescriptor> = {
  accessibility_features: msg`Accessibility features`,
  assistive_technology: msg`Assistive technology`,
  authoring_tool: msg`Authoring tool`,
  biometrics: msg`Biometrics`,
  closed_functionality: msg`Closed functionality`,
  conversion: msg`Converts information`,
  documents: msg`Documents for download`,
  hardware: msg`Hardware`,
  operable_parts: msg`Operable parts`,
  platform: msg`Platform for other software`,
  real_time_video: msg`Video calls`,
  relay_service: msg`Relay service`,
  software: msg`Software`,
  support: msg`Documentation or support services`,
  two_way_voice: msg`Two-way voice`,
  video: msg`Video with sound`,
  web_content: msg`Web content`,
};
