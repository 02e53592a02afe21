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
      announce(t`We sent an e-mail.`);
    } catch (error) {
      alert(problemText(error));
    }
  };
  return (
    <Notice kind="warning">
      <p>{t`Confirm your address ${email}: open the link in the e-mail that we sent. After that you can see your invitations.`}</p>
      <div>
        <Button kind="secondary" onClick={() => void send()}>{t`Send the e-mail again`}</Button>
      </div>
    </Notice>
  );
}
