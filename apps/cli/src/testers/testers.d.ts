// These tools are those of the user; this is the part of them that is used here.

declare module '@playwright/test' {
  interface Frame {
    evaluate(expression: string): Promise<unknown>;
  }
  export interface Page extends Frame {
    frames(): Frame[];
  }
  export interface TestInfo {
    testId: string;
  }
  type Fixture<T> = (given: { page: Page }, use: (value: T) => Promise<void>) => Promise<void>;
  export const test: {
    extend<T>(fixtures: { [Name in keyof T]: Fixture<T[Name]> }): unknown;
    info(): TestInfo;
  };
  export const expect: { extend(matchers: object): unknown };
}

declare module 'vitest' {
  export const expect: { extend(matchers: object): void; getState(): { currentTestName?: string } };
}
