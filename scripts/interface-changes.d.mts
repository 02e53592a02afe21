export interface Change {
  where: string;
  what: string;
  breaks: boolean;
}

export function changesBetween(before: unknown, after: unknown): Change[];
export function faultsOf(changes: readonly Change[], announced: readonly { change: string; why: string }[]): string[];
