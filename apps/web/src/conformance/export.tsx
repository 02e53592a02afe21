import {
  type ConformanceExportFormat,
  type ConformanceReport,
  conformanceReportsExport,
  conformanceReportsListProblems,
  CurbcutError,
  type StatementForm,
} from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { download } from '../app/download';
import { useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';
import { Form, useForm } from '../ui/form';
import { Select } from '../ui/select';
import { problemText } from '../words/problems';
import { DRAFT_FORMATS, EXPORT_FORMATS, REPORT_PROBLEMS, STATEMENTS } from './words';

/** Saves a report in a form that others read. */
export function ExportReport({ report }: { report: ConformanceReport }) {
  const { t } = useLingui();
  return <DialogButton name={t`Export`}>{(close) => <ExportForm report={report} close={close} />}</DialogButton>;
}

const isStatement = (format: ConformanceExportFormat): format is StatementForm => Object.hasOwn(STATEMENTS, format);

function ExportForm({ report, close }: { report: ConformanceReport; close: () => void }) {
  const { t, i18n } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const isDraft = report.status === 'draft';
  const formats = (Object.keys(EXPORT_FORMATS) as ConformanceExportFormat[]).filter(
    (format) => !isDraft || DRAFT_FORMATS.includes(format),
  );
  const path = { orgId, productSlug: product.slug, reportNumber: report.number };
  /** What a statement lacks, in words. */
  const lacksOf = async (form: StatementForm): Promise<string> => {
    const { problems } = await call(conformanceReportsListProblems, { path, query: { form } });
    return problems.map(({ code }) => i18n._(REPORT_PROBLEMS[code])).join(' ');
  };
  const form = useForm({
    initial: { format: 'html' as ConformanceExportFormat },
    send: async ({ format }) => {
      let name: string;
      try {
        name = await download(conformanceReportsExport, { path, query: { format } });
      } catch (error) {
        if (!(error instanceof CurbcutError) || error.code !== 'statement_incomplete' || !isStatement(format))
          throw error;
        throw new Lacking(t`The statement is incomplete. ${await lacksOf(format)}`);
      }
      close();
      announce(t`Exported: ${name}`);
    },
    explain: (error) => ({ field: 'format', text: problemText(error) }),
    wordOther: (error) => (error instanceof Lacking ? { field: 'format', text: error.message } : undefined),
  });
  return (
    <Form form={form} submit={t`Export`} actions={<CancelButton onClick={close} />}>
      <Select
        label={t`Format`}
        {...(isDraft && { hint: t`Other formats and statements require a published report.` })}
        {...form.field('format')}
        onChange={(format) => form.set({ format: format as ConformanceExportFormat })}
        options={formats.map((format) => ({ value: format, label: i18n._(EXPORT_FORMATS[format]) }))}
      />
    </Form>
  );
}

/** What a form of statement needs and the report does not say. */
class Lacking extends Error {}
