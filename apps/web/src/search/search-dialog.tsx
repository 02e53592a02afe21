import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ComboBox, Input, Label, ListBox, ListBoxItem, ListBoxSection, Popover } from 'react-aria-components/ComboBox';
import { Header } from 'react-aria-components/Menu';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { controlClass } from '../ui/field';
import fields from '../ui/field.module.css';
import menu from '../ui/menu.module.css';
import { problemText } from '../words/problems';
import { addressOfHit, HIT_KINDS, type HitKind } from './hits';
import { searchQuery } from './queries';
import styles from './search.module.css';

const TYPED_MS = 250;

interface Props {
  /** The organization that is searched. */
  orgId: string;
  org: string;
  onClose: () => void;
}

/** Where one types what is searched for, and goes to what was found. */
export function SearchDialog(props: Props) {
  const { t } = useLingui();
  const { onClose } = props;
  return (
    <Dialog title={t`Search everything`} isOpen onClose={onClose}>
      <div
        className={styles.content}
        // One Escape leaves it, whether or not its list is open.
        onKeyDownCapture={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onClose();
        }}
      >
        <SearchBox {...props} />
        <div>
          <Button kind="secondary" onClick={onClose}>{t`Close`}</Button>
        </div>
      </div>
    </Dialog>
  );
}

function SearchBox({ orgId, org, onClose }: Props) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), TYPED_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const found = useQuery({ ...searchQuery(orgId, asked), enabled: asked !== '' });
  const names: Record<HitKind, string> = {
    products: t`Products`,
    issues: t`Issues`,
    findings: t`Findings`,
    audits: t`Audits`,
    risks: t`Risks`,
    conformanceReports: t`Conformance reports`,
    areas: t`Areas`,
    standards: t`Standards`,
  };
  const hits = asked === '' ? undefined : found.data;
  const groups = HIT_KINDS.map((kind) => ({ kind, hits: hits?.[kind] ?? [] })).filter((group) => group.hits.length > 0);
  const open = (key: string): void => {
    const [kind, id] = key.split(':') as [HitKind, string];
    const hit = hits?.[kind]?.find((one) => one.id === id);
    if (!hit) return;
    onClose();
    void navigate({ to: addressOfHit(org, kind, hit) });
  };
  const nothing =
    asked === '' ? t`Enter a number, a name or words from a title.` : found.isFetching ? t`Loading` : t`No matches.`;
  return (
    <ComboBox
      className={fields.field!}
      menuTrigger="input"
      allowsEmptyCollection
      // What is found fits already.
      defaultFilter={() => true}
      inputValue={typed}
      onInputChange={setTyped}
      value={null}
      onChange={(key) => key !== null && open(String(key))}
    >
      <Label className={fields.label!}>{t`Search`}</Label>
      <p className={fields.hint}>{t`All data of the organization: products, issues, findings and everything else.`}</p>
      {/* The dialog was opened to type here. */}
      {/* eslint-disable-next-line jsx-a11y/no-autofocus */}
      <Input className={controlClass} autoFocus />
      {found.error && (
        <p role="alert" className={fields.error}>
          {problemText(found.error)}
        </p>
      )}
      <Popover className={`${menu.popover} ${styles.popover}`}>
        <ListBox className={menu.items!} renderEmptyState={() => <p className={styles.nothing}>{nothing}</p>}>
          {groups.map(({ kind, hits: some }) => (
            <ListBoxSection key={kind} id={kind}>
              <Header className={styles.header}>{names[kind]}</Header>
              {some.map(({ id, number, title, productName }) => (
                <ListBoxItem key={id} id={`${kind}:${id}`} textValue={title} className={`${menu.item} ${styles.item}`}>
                  <span>{number === null ? title : `#${number} ${title}`}</span>
                  {productName !== null && <span className={styles.detail}>{productName}</span>}
                </ListBoxItem>
              ))}
            </ListBoxSection>
          ))}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
