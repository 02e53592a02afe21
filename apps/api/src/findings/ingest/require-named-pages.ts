import { InvalidInput } from '#libs/errors';
import type { PageOf } from '../../products/products/page-of.js';
import type { ReportedFinding } from './dto/ingest.schema.js';

/** @throws InvalidInput for each finding on a page that the scan does not name */
export function requireNamedPages(
  findings: readonly ReportedFinding[],
  addresses: readonly string[],
  pageOf: PageOf,
): void {
  const pages = new Set(addresses.map(pageOf));
  const isOnUnnamedPage = ({ sourceUrl }: ReportedFinding): boolean =>
    sourceUrl !== undefined && !pages.has(pageOf(sourceUrl));
  const faults = findings.flatMap((finding, index) =>
    isOnUnnamedPage(finding)
      ? [
          {
            path: `/findings/${index}/sourceUrl`,
            code: 'not_allowed' as const,
            message: 'sourceUrl must be one of pages',
          },
        ]
      : [],
  );
  if (faults.length > 0) throw new InvalidInput(faults);
}
