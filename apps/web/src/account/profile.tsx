import {
  accountDeletePicture,
  accountUpdate,
  accountUploadPicture,
  identityUpdateUser,
  type Language,
} from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { LANGUAGES } from '../app/language';
import { queryClient } from '../app/queries';
import { meQuery, useMe } from '../app/session';
import { Unverified } from '../organizations/unverified';
import { ShortcutsDialog } from '../shortcuts/dialog';
import { Button } from '../ui/button';
import { Form, useForm } from '../ui/form';
import { Panel } from '../ui/panel';
import { PictureForm } from '../ui/picture-form';
import { Select } from '../ui/select';
import { TextField } from '../ui/text-field';
import { Section } from '../ui/view';
import { AccountView } from './layout';

const seeAnew = () => queryClient.invalidateQueries({ queryKey: meQuery.queryKey });

/** Who the person is to others, and how they like the console. */
export function Page() {
  const { t } = useLingui();
  const { user } = useMe();
  const [isOpen, setOpen] = useState(false);
  return (
    <AccountView title={t`Profile`} lead={user.email}>
      {!user.emailVerified && <Unverified email={user.email} />}
      <Panel>
        <NameAndLanguage />
      </Panel>
      <Panel>
        <Section title={t`Picture`}>
          <Picture />
        </Section>
      </Panel>
      <Panel>
        <Section title={t`Keyboard`}>
          <p>{t`In triage, single keys confirm, dismiss and go to the next finding. You can choose other keys or turn them off.`}</p>
          <div>
            <Button
              kind="secondary"
              aria-haspopup="dialog"
              onClick={() => setOpen(true)}
            >{t`Keyboard shortcuts`}</Button>
          </div>
        </Section>
      </Panel>
      <ShortcutsDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </AccountView>
  );
}

function NameAndLanguage() {
  const { t } = useLingui();
  const { user, preferences } = useMe();
  const form = useForm({
    draft: `profile of ${user.id}`,
    initial: { name: user.name, language: preferences.language ?? '' },
    check: ({ name }) => ({ name: name.trim() === '' ? t`Enter your name.` : '' }),
    send: async ({ name, language }) => {
      if (name !== user.name) await call(identityUpdateUser, { body: { name } });
      if (language !== (preferences.language ?? ''))
        await call(accountUpdate, { body: { preferences: { language: (language || null) as Language | null } } });
      await seeAnew();
      form.reset({ name, language });
      announce(t`Saved.`);
    },
  });
  return (
    <Form form={form} submit={t`Save changes`}>
      <TextField
        label={t`Name`}
        hint={t`Members of your organizations can see it.`}
        autoComplete="name"
        required
        {...form.field('name')}
      />
      <Select
        label={t`Language of the console and of mails`}
        {...form.field('language')}
        options={[
          { value: '', label: t`Browser default` },
          ...Object.entries(LANGUAGES).map(([value, label]) => ({ value, label, lang: value })),
        ]}
      />
    </Form>
  );
}

function Picture() {
  const { t } = useLingui();
  const { user } = useMe();
  return (
    <PictureForm
      image={user.image}
      of={user.name}
      words={{ field: t`Picture file`, send: t`Upload picture`, remove: t`Remove picture` }}
      upload={async (file) => {
        await call(accountUploadPicture, { body: { file } });
        await seeAnew();
      }}
      remove={async () => {
        await call(accountDeletePicture, {});
        await seeAnew();
      }}
    />
  );
}
