import type { ProductFeature } from '@curbcut/client';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** What a product has or does beside what its type says. */
export const PRODUCT_FEATURES: Record<ProductFeature, MessageDescriptor> = {
  accessibility_features: msg`Accessibility features of its own`,
  assistive_technology: msg`It is an assistive technology`,
  authoring_tool: msg`People make content with it`,
  biometrics: msg`Biometrics`,
  closed_functionality: msg`Closed to assistive technologies`,
  conversion: msg`It converts information`,
  documents: msg`Documents for download`,
  hardware: msg`Hardware`,
  operable_parts: msg`Parts that are grasped or turned`,
  platform: msg`Other software runs on it`,
  real_time_video: msg`Video calls`,
  relay_service: msg`A relay service`,
  software: msg`Software`,
  support: msg`Documentation or support services`,
  two_way_voice: msg`Two-way voice`,
  video: msg`Video with sound`,
  web_content: msg`Web content`,
};
