import { useLingui } from '@lingui/react/macro';
import styles from './skip-link.module.css';

/** The first link of a page: past what all pages have. */
export function SkipLink() {
  const { t } = useLingui();
  const skip = (event: React.MouseEvent): void => {
    event.preventDefault();
    (document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main'))?.focus();
  };
  return <a href="#content" className={styles.skip} onClick={skip}>{t`Skip to content`}</a>;
}
