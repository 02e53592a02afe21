import { expect, type Locator, type Page } from '@playwright/test';

/** How somebody works: with a mouse, or with the keyboard alone. */
export interface Hand {
  press: (control: Locator) => Promise<void>;
  type: (field: Locator, text: string) => Promise<void>;
  /** Takes one of an open menu. */
  choose: (item: Locator) => Promise<void>;
  /** Ticks a checkbox. */
  tick: (box: Locator) => Promise<void>;
  /** Takes one of some radio buttons. */
  pick: (radio: Locator) => Promise<void>;
}
export type HandName = 'mouse' | 'keyboard';

/** More stops than any view has. */
const STOPS = 150;

/** The hand of somebody at this page. */
export const handOf = (name: HandName, page: Page): Hand => (name === 'mouse' ? mouse : keyboard(page));

const mouse: Hand = {
  press: (control) => control.click(),
  type: (field, text) => field.fill(text),
  choose: (item) => item.click(),
  tick: (box) => box.check(),
  pick: (radio) => radio.check(),
};

/**
 * Comes to a control by Tab, as somebody must who has nothing else, and sees on the way that the focus is never lost.
 */
function keyboard(page: Page): Hand {
  const comeTo = async (control: Locator): Promise<void> => {
    await expect(control).toBeVisible();
    for (let stop = 0; stop < STOPS; stop += 1) {
      // An open list hides the rest of the page from all but the mouse until one leaves it.
      const isReachable = (await control.count()) > 0;
      if (isReachable && (await control.evaluate((element) => element === document.activeElement))) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not come to ${String(control)}`);
  };
  return {
    press: async (control) => {
      await comeTo(control);
      await page.keyboard.press('Enter');
    },
    type: async (field, text) => {
      await comeTo(field);
      await page.keyboard.press('Control+a');
      await page.keyboard.type(text);
    },
    tick: async (box) => {
      await comeTo(box);
      await page.keyboard.press('Space');
      await expect(box).toBeChecked();
    },
    pick: async (radio) => {
      // A group is one stop; arrows take one after the other.
      const isThere = (): Promise<boolean> =>
        radio.evaluate(
          (element: HTMLInputElement) => (document.activeElement as HTMLInputElement).name === element.name,
        );
      for (let stop = 0; stop < STOPS && !(await isThere()); stop += 1) await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
      for (let step = 0; step < STOPS && !(await radio.isChecked()); step += 1) await page.keyboard.press('ArrowDown');
      await expect(radio).toBeChecked();
    },
    choose: async (item) => {
      await expect(item).toBeVisible();
      const isThere = (): Promise<boolean> => item.evaluate((element) => element === document.activeElement);
      for (let step = 0; step < STOPS && !(await isThere()); step += 1) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    },
  };
}
