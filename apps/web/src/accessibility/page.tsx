import { identityOptions } from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { call } from '../app/client';
import { OutLink } from '../ui/link';
import { Section, View } from '../ui/view';
import styles from './page.module.css';

/** How accessible this console is known to be, what is missing, what no person has tried, and whom to tell. */
export function Page() {
  const { t } = useLingui();
  return (
    <View title={t`Accessibility of this console`} lead={t`Goals, test methods and known gaps.`} isNarrow>
      <p>
        <Trans>
          This console aims at WCAG 2.2 level AA and at parts of level AAA. Focus is always visible and never covered.
          Primary controls are 44 pixels high. Sign-in works with a password manager and has no puzzle or memory task.
        </Trans>
      </p>
      <Section title={t`Test methods`}>
        <ul className={styles.points}>
          <li>
            <Trans>
              Automated tests open every view in light and dark mode, at 1280 and 320 pixels, and in French. They run
              axe-core and check headings, titles and landmarks.
            </Trans>
          </li>
          <li>
            <Trans>
              They repeat this in a window of 1280 pixels at 400% zoom. They also use names that contain markup,
              right-to-left text or 200 characters without a space.
            </Trans>
          </li>
          <li>
            <Trans>
              Tests do the main tasks by keyboard only, in English and French: sign-up, reports, triage, audits,
              conformance reports, keys, invitations and the second factor.
            </Trans>
          </li>
          <li>
            <Trans>
              Tests do sign-in, triage, an issue and the verdicts of a report with screen reader output only: names,
              roles, states and announcements.
            </Trans>
          </li>
        </ul>
      </Section>
      <Section title={t`Known gaps`}>
        <ul className={styles.points}>
          <li>
            <Trans>
              The console supports forced colours and larger text spacing. Automated tests do not cover every view in
              these modes yet.
            </Trans>
          </li>
          <li>
            <Trans>
              While a suggestion list is open, screen readers cannot reach the rest of the page. Press Escape to close
              the list.
            </Trans>
          </li>
          <li>
            <Trans>
              Chart labels are small in narrow windows. Each chart has its numbers in the caption and in a table.
            </Trans>
          </li>
          <li>
            <Trans>Names, titles and reports written by people and tools are shown without a language attribute.</Trans>
          </li>
        </ul>
      </Section>
      <Section title={t`Not tested by users yet`}>
        <p>
          <Trans>
            The console has not been tested by daily users of screen readers, speech input, magnifiers or switches. No
            manual audit has been made. We make no conformance claim.
          </Trans>
        </p>
      </Section>
      <Section title={t`Feedback`}>
        <Contact />
      </Section>
    </View>
  );
}

/** Whom to tell, where whoever runs the service has said. */
function Contact() {
  const { data } = useQuery({
    queryKey: ['options'],
    queryFn: ({ signal }) => call(identityOptions, {}, { signal }),
    staleTime: Infinity,
  });
  const contact = data?.contact ?? null;
  return (
    <p>
      {contact === null ? (
        <Trans>Contact the service operator or the Curbcut project. Name the view.</Trans>
      ) : (
        <Trans>
          Write to <ContactLink contact={contact} />. Name the view and the assistive technology that you use.
        </Trans>
      )}
    </p>
  );
}

function ContactLink({ contact }: { contact: string }) {
  if (/^https?:/i.test(contact)) return <OutLink href={contact}>{contact}</OutLink>;
  const address = contact.replace(/^mailto:/i, '');
  return address.includes('@') ? <a href={`mailto:${address}`}>{address}</a> : <>{contact}</>;
}
