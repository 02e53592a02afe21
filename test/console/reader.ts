import { type CDPSession, expect, type Page } from '@playwright/test';

/** A node of the accessibility tree, as a screen reader is given it. */
export interface Heard {
  role: string;
  name: string;
  level: number;
  isFocused: boolean;
  state: Readonly<Record<string, unknown>>;
  parent: Heard | undefined;
  children: Heard[];
  element: number | undefined;
}

interface AXNode {
  nodeId: string;
  parentId?: string;
  childIds?: string[];
  ignored: boolean;
  role?: { value: string };
  name?: { value: string };
  properties?: { name: string; value: { value?: unknown } }[];
  backendDOMNodeId?: number;
}

/** Somebody who knows of a page only what its accessibility tree says, and has a keyboard. */
export class Reader {
  private constructor(
    private readonly page: Page,
    private readonly session: CDPSession,
  ) {}

  static async of(page: Page): Promise<Reader> {
    const session = await page.context().newCDPSession(page);
    await session.send('DOM.enable');
    await session.send('Accessibility.enable');
    return new Reader(page, session);
  }

  /** All that is said of the page, in its order. */
  async all(): Promise<Heard[]> {
    const { nodes } = (await this.session.send('Accessibility.getFullAXTree')) as { nodes: AXNode[] };
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    const told: Heard[] = [];
    // The answer goes by depth; what is read goes from the beginning of the page to its end.
    const read = (
      { ignored, role, name, properties = [], backendDOMNodeId, childIds = [] }: AXNode,
      above?: Heard,
    ): void => {
      let parent = above;
      if (!ignored) {
        const state = Object.fromEntries(properties.map((one) => [one.name, one.value.value]));
        parent = {
          role: role?.value ?? '',
          name: (name?.value ?? '').replace(/\s+/g, ' ').trim(),
          level: Number(state['level'] ?? 0),
          isFocused: state['focused'] === true,
          state,
          parent: above,
          children: [],
          element: backendDOMNodeId,
        };
        above?.children.push(parent);
        told.push(parent);
      }
      for (const child of childIds) if (byId.has(child)) read(byId.get(child)!, parent);
    };
    for (const node of nodes) if (node.parentId === undefined) read(node);
    return told;
  }

  /** The only node with this role and name, once there is one. */
  async find(role: string, name: string | RegExp, within?: string): Promise<Heard> {
    let found: Heard[] = [];
    await expect
      .poll(
        async () => {
          found = (await this.all()).filter(
            (node) => node.role === role && fits(node.name, name) && (!within || isIn(node, within)),
          );
          return found.length;
        },
        { message: `${role} ${String(name)}` },
      )
      .toBe(1);
    return found[0]!;
  }

  /** Goes to a control and presses it. */
  async press(role: string, name: string | RegExp, within?: string): Promise<void> {
    await this.goTo(await this.find(role, name, within));
    await this.page.keyboard.press(['checkbox', 'radio', 'switch'].includes(role) ? 'Space' : 'Enter');
  }

  /** Goes to a field and types. */
  async type(name: string | RegExp, text: string, role = 'textbox'): Promise<void> {
    await this.goTo(await this.find(role, name));
    await this.page.keyboard.type(text);
  }

  /** Waits until a live region says this. */
  async hears(text: string | RegExp, role = 'status'): Promise<void> {
    await expect
      .poll(async () => (await this.all()).filter((node) => node.role === role).map(textOf), { message: String(text) })
      .toContainEqual(expect.stringMatching(text));
  }

  /** Waits until this has the focus. */
  async isAt(role: string, name: string | RegExp): Promise<void> {
    await expect
      .poll(async () => {
        const focused = (await this.all()).filter(({ isFocused, role: its }) => isFocused && its !== 'RootWebArea');
        return focused.map((node) => `${node.role} ${node.name}`);
      })
      .toContainEqual(typeof name === 'string' ? `${role} ${name}` : expect.stringMatching(name));
  }

  private async goTo({ element, role, name }: Heard): Promise<void> {
    if (element === undefined) throw new Error(`${role} ${name} is no element`);
    await this.session.send('DOM.focus', { backendNodeId: element });
  }
}

const fits = (said: string, asked: string | RegExp): boolean =>
  typeof asked === 'string' ? said === asked : asked.test(said);

/** Whether something stands in a part of the page with this name. */
function isIn(node: Heard, name: string): boolean {
  for (let above = node.parent; above; above = above.parent) if (above.name === name) return true;
  return false;
}

/** What is read of a node and all in it. */
export const textOf = (node: Heard): string =>
  node.children.length === 0 ? node.name : node.children.map(textOf).filter(Boolean).join(' ');
