import { Described, Integer, Nested, TextList } from '#libs/fields';
import { ConformanceReportDto } from '../../reports/dto/conformance-report.dto.js';

@Described('A third-party report in OpenACR format.')
export class ReportImportUpload {}

/** A draft that was made of a file. */
export class ImportedReportDto {
  @Nested(() => ConformanceReportDto)
  conformanceReport: ConformanceReportDto;
  @Integer({
    min: 0,
    description: 'The number of imported verdicts, which are unconfirmed until a person states them.',
  })
  verdicts: number;
  @TextList({ description: 'The names of the ignored content of the file.' })
  leftOut: string[];
}
