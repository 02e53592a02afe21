import { Described, Integer, Nested, TextList } from '#libs/fields';
import { ConformanceReportDto } from '../../reports/dto/conformance-report.dto.js';

@Described('A report that somebody else has written, in OpenACR.')
export class ReportImportUpload {}

/** A draft that was made of a file. */
export class ImportedReportDto {
  @Nested(() => ConformanceReportDto)
  conformanceReport: ConformanceReportDto;
  @Integer({ min: 0, description: 'How many verdicts it says, which nobody has stated until a person does.' })
  verdicts: number;
  @TextList({ description: 'The names of what in the file a report has no room for.' })
  leftOut: string[];
}
