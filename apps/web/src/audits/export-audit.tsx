import { type Audit, type AuditExportFormat, auditsExportAudit } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { announce } from '../app/announcements';
import { download } from '../app/download';
import { useAudit } from '../evaluation/use-audit';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';
import { Form, useForm } from '../ui/form';
import { Select } from '../ui/select';
import { optionsOf } from '../words/options';
import { problemText } from '../words/problems';
import { AUDIT_EXPORTS } from './file-words';

/** Saves what an audit has found in a form that other programs read. */
export function ExportAudit({ audit }: { audit: Audit }) {
  const { t } = useLingui();
  return <DialogButton name={t`Export`}>{(close) => <ExportForm audit={audit} close={close} />}</DialogButton>;
}

function ExportForm({ audit, close }: { audit: Audit; close: () => void }) {
  const { t, i18n } = useLingui();
  const { params } = useAudit(audit);
  const form = useForm({
    initial: { format: 'xlsx-grid' as AuditExportFormat },
    send: async ({ format }) => {
      const name = await download(auditsExportAudit, {
        path: params,
        query: { format, language: i18n.locale === 'fr' ? 'fr' : 'en' },
      });
      close();
      announce(t`Exported: ${name}`);
    },
    explain: (error) => ({ field: 'format', text: problemText(error) }),
  });
  return (
    <Form form={form} submit={t`Export`} actions={<CancelButton onClick={close} />}>
      <Select
        label={t`Format`}
        {...form.field('format')}
        onChange={(format) => form.set({ format: format as AuditExportFormat })}
        options={optionsOf(i18n, AUDIT_EXPORTS)}
      />
    </Form>
  );
}
