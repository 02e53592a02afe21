import { identitySendVerificationEmail } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { alert, announce } from '../app/announcements';
import { call } from '../app/client';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { problemText } from '../words/problems';

/** Says that an address is not confirmed, and sends the mail again. */
export function Unverified({ email }: { email: string }) {
  const { t } = useLingui();
  const send = async (): Promise<void> => {
    try {
      await call(identitySendVerificationEmail, { body: { email } });
      announce(t`The mail is on its way.`);
    } catch (error) {
      alert(problemText(error));
    }
  };
  return (
    <Notice kind="warning">
      <p>{t`Confirm that ${email} is yours: open the link in the mail that we sent. Until then you see no invitations.`}</p>
      <div>
        <Button kind="secondary" onClick={() => void send()}>{t`Send the mail again`}</Button>
      </div>
    </Notice>
  );
}
