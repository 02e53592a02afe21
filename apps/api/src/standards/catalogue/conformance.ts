/** What an organization or a product says about conformance. */
export interface ConformanceSettings {
  standardId: string | null;
  conformanceLevelId: string | null;
  auditFrequency: number | null;
}

/**
 * What holds for a product: its own standard, else the organization's; its own level, else the
 * organization's where that belongs to the same standard. `auditFrequency` in months; 0 means no schedule and does not
 * fall back.
 */
export function effectiveConformance(
  product: ConformanceSettings,
  organization: ConformanceSettings,
): ConformanceSettings {
  const standardId = product.standardId ?? organization.standardId;
  const inherited = organization.standardId === standardId ? organization.conformanceLevelId : null;
  return {
    standardId,
    conformanceLevelId: product.conformanceLevelId ?? inherited,
    auditFrequency: product.auditFrequency ?? organization.auditFrequency,
  };
}
