/** What a waiting agent is: whose, and what it waits for. */
interface Waiter {
  /** Null: whoever has no agents of its own. */
  organizationId: string | null;
  agentId: string;
  wake: () => void;
}

/** An agent waits in so many requests at once. */
const MOST_OF_ONE = 2;

/** The agents that wait in this process: they hold no connection of the database, and one look a second is for all of them. */
export class WaitingAgents {
  private readonly waiters = new Set<Waiter>();
  private timer: NodeJS.Timeout | undefined;
  /** Whether nobody may wait any more. */
  isOver = false;

  /**
   * @param most how many may wait at once
   * @param findWork answers which of these organizations have work; null: of those that have no agents of their own
   */
  constructor(
    private readonly most: number,
    private readonly everyMs: number,
    private readonly findWork: (organizationIds: readonly (string | null)[]) => Promise<readonly (string | null)[]>,
  ) {}

  /** Whether one more may wait. */
  hasRoom(agentId: string): boolean {
    const own = [...this.waiters].filter((waiter) => waiter.agentId === agentId).length;
    return !this.isOver && this.waiters.size < this.most && own < MOST_OF_ONE;
  }

  /** Until there may be work for an agent, its time is over, its caller is gone, or the process ends. */
  wait(
    agent: Pick<Waiter, 'organizationId' | 'agentId'>,
    ms: number,
    onGone: (leave: () => void) => void,
  ): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timeout);
        if (this.waiters.delete(waiter)) this.stopPolling();
        resolve();
      };
      const waiter = { ...agent, wake };
      const timeout = setTimeout(wake, ms);
      this.waiters.add(waiter);
      this.timer ??= setInterval(() => void this.wakeSome(), this.everyMs);
      onGone(wake);
      if (this.isOver) wake();
    });
  }

  /** Nobody waits any more. */
  stop(): void {
    this.isOver = true;
    for (const { wake } of [...this.waiters]) wake();
  }

  private async wakeSome(): Promise<void> {
    const waiting = [...this.waiters];
    const found = await this.findWork([...new Set(waiting.map(({ organizationId }) => organizationId))]).catch(
      (): (string | null)[] => [],
    );
    for (const { organizationId, wake } of waiting) if (found.includes(organizationId)) wake();
  }

  private stopPolling(): void {
    if (this.waiters.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
