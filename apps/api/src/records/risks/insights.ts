import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import type { RiskInsights } from './dto/insights.dto.js';
import { INSIGHTS } from './risks.sql.js';

/** Counts an organization's risks by status, likelihood, impact and product. */
export async function riskInsights(tx: EntityManager, organizationId: string): Promise<RiskInsights> {
  const [counted] = await query(tx, INSIGHTS, [organizationId]);
  return counted!.insights;
}
