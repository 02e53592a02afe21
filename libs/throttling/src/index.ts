export { Throttled, ThrottleGuard } from './throttle.guard.js';
export { ThrottlingModule } from './throttling.module.js';
