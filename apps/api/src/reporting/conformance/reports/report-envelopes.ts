import { Vault } from '#libs/secrets';
import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../platform/http/current.js';
import { withRevision } from '../../../platform/http/entity-tag.js';
import { tokenLocation } from '../publishing/encrypted-tokens.js';
import type { ConformanceReport } from './conformance-report.entity.js';
import { ConformanceReportDto, type ConformanceReportEnvelope } from './dto/conformance-report.dto.js';

/** What answers say of one report. */
@Injectable()
export class ReportEnvelopes {
  constructor(private readonly vault: Vault) {}

  /** The secret of its public addresses is for those who may renew it. */
  of(report: ConformanceReport, { role }: Principal): ConformanceReportEnvelope {
    const { id, publicToken: stored } = report;
    const publicToken = stored && role !== 'member' ? this.vault.open(tokenLocation(id), stored) : null;
    return withRevision({ conformanceReport: ConformanceReportDto.from(report, publicToken) }, report);
  }
}
