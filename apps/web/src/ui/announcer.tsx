import { useLingui } from '@lingui/react/macro';
import { useMatches } from '@tanstack/react-router';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { type Announcement, beSilent, useAnnouncement } from '../app/announcements';
import { Button } from './button';
import styles from './announcer.module.css';

/**
 * Says and shows what was done. It stays until something else is done, another view is opened, or somebody closes it.
 */
export function Announcer() {
  const { t } = useLingui();
  const said = useAnnouncement();
  // An open record stands in the view of its list.
  const view = useMatches({ select: (matches) => matches.findLast(({ staticData }) => !staticData.isRecord)?.id });
  const saidAt = useRef<[id: number, view: string | undefined]>(undefined);
  useEffect(() => {
    if (!said) return;
    if (saidAt.current?.[0] !== said.id) saidAt.current = [said.id, view];
    else if (saidAt.current[1] !== view) beSilent();
  }, [said, view]);
  const place = useRef<HTMLDivElement>(null);
  useRoomBelow(place, said);
  return (
    <div ref={place} className={styles.place}>
      <div role="status" className={styles.words}>
        {said && !said.isAlert && <p key={said.id}>{said.text}</p>}
      </div>
      <div role="alert" className={styles.words}>
        {said?.isAlert && <p key={said.id}>{said.text}</p>}
      </div>
      {said?.action && (
        <Button kind="quiet" isSmall onClick={said.action.run} className={styles.action}>
          {said.action.label}
        </Button>
      )}
      {said && (
        <Button kind="quiet" isSmall onClick={beSilent} aria-label={t`Close this message`} className={styles.action}>
          <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M3 3l10 10M13 3L3 13" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
          </svg>
        </Button>
      )}
    </div>
  );
}

/** What is shown over the page covers nothing that has the focus, and the end of the page can be scrolled above it. */
function useRoomBelow(place: RefObject<HTMLDivElement | null>, said: Announcement | undefined): void {
  useLayoutEffect(() => {
    const { documentElement: root, body } = document;
    const box = place.current;
    if (!said || !box) return undefined;
    const observer = new ResizeObserver(() => {
      const { top } = box.getBoundingClientRect();
      const height = `${Math.ceil(innerHeight - top)}px`;
      root.style.scrollPaddingBlockEnd = height;
      body.style.paddingBlockEnd = height;
      const { activeElement } = document;
      if (activeElement && activeElement !== body && !box.contains(activeElement) && isCovered(activeElement, box))
        activeElement.scrollIntoView({ block: 'nearest' });
    });
    observer.observe(box);
    return () => {
      observer.disconnect();
      root.style.scrollPaddingBlockEnd = '';
      body.style.paddingBlockEnd = '';
    };
  }, [place, said]);
}

function isCovered(element: Element, box: Element): boolean {
  const [inner, outer] = [element.getBoundingClientRect(), box.getBoundingClientRect()];
  return (
    // Of what is as large as the view itself a part is always in view.
    inner.height < innerHeight / 2 &&
    inner.bottom > outer.top &&
    inner.top < outer.bottom &&
    inner.right > outer.left &&
    inner.left < outer.right
  );
}
