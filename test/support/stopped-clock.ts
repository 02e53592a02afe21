const { now } = Date;

/**
 * Stops the clock (`Date.now`) at a moment, for the service in this process too: a slow machine takes long for what
 * must happen soon.
 */
export function stopClock(at = now()): void {
  Date.now = () => at;
}

/** Lets the clock go on. */
export function startClock(): void {
  Date.now = now;
}
