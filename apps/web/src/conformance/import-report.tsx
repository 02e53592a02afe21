import { conformanceReportsImportReport, type ImportedReport } from '@curbcut/client';
import { Plural, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { at } from '../app/addresses';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { useOrganization } from '../organizations/organization';
import { Button } from '../ui/button';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';
import { FileField } from '../ui/file-field';
import { Form, useForm } from '../ui/form';

/** Begins a draft of a report that somebody else has written. */
export function ImportReport({ productSlug }: { productSlug: string }) {
  const { t } = useLingui();
  return (
    <DialogButton name={t`Import OpenACR`}>{(close) => <Steps productSlug={productSlug} close={close} />}</DialogButton>
  );
}

function Steps({ productSlug, close }: { productSlug: string; close: () => void }) {
  const { t } = useLingui();
  const { id: orgId, slug: org } = useOrganization();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [made, setMade] = useState<ImportedReport>();
  const open = async ({ conformanceReport }: ImportedReport): Promise<void> => {
    close();
    const number = String(conformanceReport.number);
    await navigate({ to: at('/o/$org/p/$product/reports/$number', { org, product: productSlug, number }) });
    announce(t`Report #${number} created.`);
  };
  if (made) return <Made made={made} open={() => void open(made)} />;
  return (
    <Choose
      close={close}
      send={async (file) => {
        const answer = await call(conformanceReportsImportReport, { path: { orgId, productSlug }, body: { file } });
        await queryClient.invalidateQueries({ queryKey: ['reports', orgId], refetchType: 'none' });
        if (answer.leftOut.length === 0) await open(answer);
        else setMade(answer);
      }}
    />
  );
}

function Choose({ close, send }: { close: () => void; send: (file: File) => Promise<void> }) {
  const { t } = useLingui();
  const [file, setFile] = useState<File>();
  const form = useForm({
    initial: { file: '' },
    check: () => ({ file: file ? '' : t`Choose a file.` }),
    send: () => send(file!),
  });
  const { id, error } = form.field('file');
  return (
    <Form form={form} submit={t`Import OpenACR`} actions={<CancelButton onClick={close} />}>
      <p>{t`The import creates a draft. Its verdicts count after you confirm them.`}</p>
      <FileField
        id={id}
        label={t`File`}
        hint={t`YAML or JSON.`}
        error={error}
        accept=".yaml,.yml,.json"
        files={file ? [file] : []}
        onChange={([chosen]) => setFile(chosen)}
      />
    </Form>
  );
}

/** What of the file a report has no room for, before it is opened. */
function Made({ made, open }: { made: ImportedReport; open: () => void }) {
  const { t } = useLingui();
  return (
    <>
      <p role="status">
        <Plural value={made.verdicts} one="# verdict needs confirmation." other="# verdicts need confirmation." />
      </p>
      <div>
        <h3>{t`Ignored content of the file`}</h3>
        <ul lang="en">
          {made.leftOut.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      </div>
      <div>
        <Button onClick={open}>{t`Open report`}</Button>
      </div>
    </>
  );
}
