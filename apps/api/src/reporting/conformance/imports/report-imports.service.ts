import { readFile } from 'node:fs/promises';
import { FaultyRequest, InvalidInput } from '#libs/errors';
import { ValidationPipe } from '#libs/fields';
import { Injectable } from '@nestjs/common';
import type { FileOnDisk } from '../../../platform/http/upload.js';
import type { Organization } from '../../../accounts/organizations/organization.entity.js';
import { ResourcePlaces } from '../../../platform/places/resource-places.service.js';
import { Threads } from '../../../platform/places/threads.service.js';
import type { Product } from '../../../products/products/product.entity.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import type { ConformanceReport } from '../reports/conformance-report.entity.js';
import { CreateConformanceReport } from '../reports/dto/conformance-report.dto.js';
import { ConformanceReportsService, subjectOfReport } from '../reports/reports.service.js';
import { storeVerdicts } from '../verdicts/store-verdicts.js';
import { openAcrContent } from './openacr-content.js';
import { yamlInThread } from './yaml-in-thread.js';

/** What an import has made. */
export interface ImportedReport {
  report: ConformanceReport;
  verdicts: number;
  leftOut: string[];
}

/** Reports that others have written. */
@Injectable()
export class ReportImports {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly reports: ConformanceReportsService,
    private readonly threads: Threads,
    private readonly places: ResourcePlaces,
  ) {}

  /**
   * Begins a draft with what a file says: nobody has stated it until a person does.
   * @throws InvalidInput, TooLarge, ReportTooLong, ProductArchived
   */
  async import(organization: Organization, product: Product, file: FileOnDisk): Promise<ImportedReport> {
    const content = openAcrContent(await yamlInThread(this.threads, await readFile(file.path)), product);
    if ('faults' in content) throw new InvalidInput(content.faults.slice(0, 100), content.faults.length);
    const { statements, leftOut } = content;
    const body = await checked(content.report);
    const report = await this.places.run('changes', () =>
      this.unitOfWork.run(async (change) => {
        const made = await this.reports.make(change, organization, product, body);
        await storeVerdicts(change.tx, made, null, statements);
        if (statements.length > 0)
          change.record({
            ...subjectOfReport(made),
            type: 'conformance_report.verdicts_updated',
            changes: [{ field: 'verdicts', from: null, to: { imported: statements.length } }],
          });
        return made;
      }),
    );
    return { report, verdicts: statements.length, leftOut };
  }
}

/** Where the file has what the fields of a report are. */
const PLACES: Readonly<Record<string, string>> = {
  productVersion: 'product/version',
  productDescription: 'product/description',
  methods: 'evaluation_methods_used',
  feedbackUrl: 'feedback',
  'author/organization': 'author/company_name',
  'contact/email': 'vendor/email',
  'contact/phone': 'vendor/phone',
  'contact/url': 'vendor/website',
};

/** The fields as they would be sent. @throws InvalidInput by their places in the file */
async function checked(report: CreateConformanceReport): Promise<CreateConformanceReport> {
  try {
    return (await new ValidationPipe().transform(report, {
      type: 'body',
      metatype: CreateConformanceReport,
    })) as CreateConformanceReport;
  } catch (error) {
    if (!(error instanceof FaultyRequest)) throw error;
    throw new InvalidInput(
      error.faults.map((fault) => ({ ...fault, path: `/file/${PLACES[fault.path.slice(1)] ?? fault.path.slice(1)}` })),
    );
  }
}
