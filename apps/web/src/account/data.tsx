import { accountExport, identityDeleteUser } from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { alert, announce } from '../app/announcements';
import { call } from '../app/client';
import { withProof } from '../app/fresh-proof';
import { forgetSession } from '../app/session';
import { Button } from '../ui/button';
import { CancelButton, Dialog } from '../ui/dialog';
import { Form, useForm } from '../ui/form';
import { saveFile } from '../ui/save-file';
import { TextField } from '../ui/text-field';
import { Section } from '../ui/view';
import { problemText } from '../words/problems';
import { AccountView } from './layout';

/** What the service keeps of the person: to take along, and to delete. */
export function Page() {
  const { t } = useLingui();
  const [isDeleting, setDeleting] = useState(false);
  const takeAlong = async (): Promise<void> => {
    try {
      const data = await withProof(() => call(accountExport, {}));
      saveFile('curbcut-export.json', 'application/json', JSON.stringify(data, undefined, 2));
    } catch (error) {
      alert(problemText(error));
    }
  };
  return (
    <AccountView title={t`Your data`}>
      <Section title={t`Data export`}>
        <p>{t`All your personal data, from all your organizations, as one JSON file.`}</p>
        <div>
          <Button kind="secondary" onClick={() => void takeAlong()}>
            {t`Download your data`}
          </Button>
        </div>
      </Section>
      <Section title={t`Delete your account`}>
        <p>
          <Trans>
            Your records in organizations are kept, without your name. If you are the only owner of an organization,
            appoint another owner or delete the organization first.
          </Trans>
        </p>
        <div>
          <Button kind="danger" onClick={() => setDeleting(true)}>{t`Delete account`}</Button>
        </div>
      </Section>
      <Dialog title={t`Delete account`} isOpen={isDeleting} onClose={() => setDeleting(false)}>
        <Deletion close={() => setDeleting(false)} />
      </Dialog>
    </AccountView>
  );
}

function Deletion({ close }: { close: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const form = useForm({
    initial: { password: '' },
    send: async ({ password }) => {
      await withProof(() => call(identityDeleteUser, { body: password ? { password } : {} }));
      await navigate({ to: '/sign-in' });
      forgetSession();
      announce(t`Your account is deleted.`);
    },
    explain: ({ code }) =>
      code === 'INVALID_PASSWORD' ? { field: 'password', text: t`The password is wrong.` } : undefined,
  });
  return (
    <>
      <p>{t`This happens at once and cannot be undone.`}</p>
      <Form form={form} submit={t`Delete account`} actions={<CancelButton onClick={close} />}>
        <TextField
          label={t`Current password`}
          hint={t`Leave it empty if your account has none.`}
          type="password"
          autoComplete="current-password"
          {...form.field('password')}
        />
      </Form>
    </>
  );
}
