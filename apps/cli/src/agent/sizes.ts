import type { Monitor } from './wire.js';

/** The sizes of the window in which a monitor examines pages, at least one. */
export const sizesOf = ({ viewports }: Monitor): readonly { width: number; height: number }[] =>
  viewports?.length ? viewports : [{ width: 1280, height: 1024 }];
