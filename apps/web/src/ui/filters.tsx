import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button as Trigger } from 'react-aria-components/Button';
import { Header, Menu, MenuItem, MenuSection, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { useSearch } from '../app/router-hooks';
import { Button, buttonClass } from './button';
import { controlClass } from './field';
import { addressOf, chosenOf, type Filter } from './list-query';
import menu from './menu.module.css';
import styles from './filters.module.css';

const TYPED_MS = 300;

interface Props {
  filters?: readonly Filter[];
  hasSearch?: boolean;
  /** Beside them: saved views, a file. */
  children?: ReactNode;
}

/** Search and filters of a list, kept in the address: a link to it shows the same. */
export function Filters({ filters = [], hasSearch = true, children }: Props) {
  const { t } = useLingui();
  const [search, change] = useSearch();
  const set = (filter: Filter, values: string[]) =>
    change({ [filter.name]: addressOf(filter, values), page: undefined });
  const chosen = filters.flatMap((filter) =>
    chosenOf(search, filter).map((value) => ({
      filter,
      value,
      text: `${filter.label}: ${filter.options.find((option) => option.value === value)?.label ?? value}`,
    })),
  );
  const offered = filters.filter(({ options }) => options.length > 0);
  const chips = useRef<HTMLDivElement>(null);
  const removed = useRef<number>(undefined);
  const shown = chosen.map(({ text }) => text).join('\n');
  // The next filter takes the focus of one that was removed, else the previous one, else the heading of the list.
  useEffect(() => {
    if (removed.current === undefined) return;
    const left = [...(chips.current?.querySelectorAll<HTMLElement>('[data-chip]') ?? [])];
    const next = left[removed.current] ?? left.at(-1) ?? document.querySelector<HTMLElement>('main h1');
    removed.current = undefined;
    next?.focus();
  }, [shown]);
  return (
    <div className={styles.bar}>
      <div className={styles.filters}>
        {hasSearch && <SearchField />}
        {offered.length > 0 && (
          <MenuTrigger>
            <Trigger className={buttonClass('secondary')}>{t`Add filter`}</Trigger>
            <Popover className={menu.popover!} placement="bottom start">
              <Menu
                className={menu.items!}
                aria-label={t`Add filter`}
                onAction={(key) => {
                  const [name = '', ...value] = String(key).split(':');
                  const filter = filters.find((one) => one.name === name)!;
                  const now = filter.isSingle ? [] : chosenOf(search, filter);
                  set(filter, [...new Set([...now, value.join(':')])]);
                }}
              >
                {offered.map((filter) => (
                  <MenuSection key={filter.name} aria-label={filter.label}>
                    <Header className={styles.header}>{filter.label}</Header>
                    {filter.options
                      .filter(({ value }) => !chosenOf(search, filter).includes(value))
                      .map((option) => (
                        <MenuItem key={option.value} id={`${filter.name}:${option.value}`} className={menu.item!}>
                          {option.label}
                        </MenuItem>
                      ))}
                  </MenuSection>
                ))}
              </Menu>
            </Popover>
          </MenuTrigger>
        )}
        {children}
      </div>
      {chosen.length > 0 && (
        <div className={styles.filters} ref={chips}>
          {chosen.map(({ filter, value, text }, place) => (
            <Button
              key={text}
              kind="quiet"
              className={styles.chip}
              data-chip
              aria-label={t`Remove filter: ${text}`}
              onClick={() => {
                removed.current = place;
                set(
                  filter,
                  chosenOf(search, filter).filter((other) => other !== value),
                );
              }}
            >
              {text}
              <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
                <path d="M2 2l8 8M10 2l-8 8" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
              </svg>
            </Button>
          ))}
          {chosen.length > 1 && (
            <Button
              kind="quiet"
              onClick={() => {
                removed.current = 0;
                change({
                  ...Object.fromEntries(filters.map((filter) => [filter.name, addressOf(filter, [])])),
                  page: undefined,
                });
              }}
            >{t`Clear filters`}</Button>
          )}
        </div>
      )}
    </div>
  );
}

/** The id of the search of a view. */
export const SEARCH_FIELD = 'search';

/** Searches while one types, a moment after the last key. */
function SearchField() {
  const { t } = useLingui();
  const [search, change] = useSearch();
  const asked = search['q'] ?? '';
  const [typed, setTyped] = useState(asked);
  const [known, setKnown] = useState(asked);
  // Back, and links, change it from outside.
  if (known !== asked) {
    setKnown(asked);
    setTyped(asked);
  }
  useEffect(() => {
    if (typed === asked) return undefined;
    const timer = setTimeout(() => {
      setKnown(typed);
      change({ q: typed || undefined, page: undefined }, { isTyping: true });
    }, TYPED_MS);
    return () => clearTimeout(timer);
  }, [typed, asked, change]);
  return (
    <div role="search" className={styles.search}>
      <input
        type="search"
        id={SEARCH_FIELD}
        aria-label={t`Search`}
        placeholder={t`Search`}
        className={controlClass}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </div>
  );
}
