import type { Response } from 'supertest';
import { finding, scansAt } from './scans.js';
import type { Service } from './service.js';
import type { World } from './world.js';

/** A line as the list shows it. */
interface ShownLine {
  id: string;
  kind: 'main' | 'proposal';
  name: string | null;
  tool: string;
  findingsPresent: number;
  endedAt: string | null;
}

/** A finding as lists show it, as far as tests of lines look. */
interface ShownFinding {
  id: string;
  ruleId: string;
  status: string;
  proposed: boolean;
}

/** The context of a run of a pull request. */
export const pullRequest = (prNumber: number, over: object = {}) => ({
  context: { trigger: 'pull_request', prNumber, ...over },
});

/** Posts complete reports in lines, of one finding for each rule, and reads what became of them. */
export function linesAt(service: Service) {
  const { scan, findings } = scansAt(service);

  const report = (w: World, rules: readonly string[], over: object = {}) =>
    scan(
      w,
      rules.map((ruleId) => finding({ ruleId })),
      { coverage: 'complete', ...over },
    ).expect(({ status, body }: Response) => {
      if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
    });
  const lines = async (w: World, url = w.product.url): Promise<ShownLine[]> =>
    (await service.as(w.member.token).get(`${url}/lines`).expect(200)).body.lines;
  const finish = (w: World, id: string, token: string | undefined = w.admin.token, url = w.product.url) =>
    service.as(token).post(`${url}/lines/${id}/end`);

  return {
    findings,
    lines,
    finish,
    report,
    /** Of a main line, by its environment; the first one has none. */
    onMain: (w: World, rules: readonly string[], environment?: string, over: object = {}) =>
      report(w, rules, { context: { trigger: 'push', ...(environment && { environment }) }, ...over }),
    onPull: (w: World, prNumber: number, rules: readonly string[], over: object = {}) =>
      report(w, rules, { ...pullRequest(prNumber), ...over }),
    /** Ends the line of this name. */
    finishNamed: async (w: World, name: string | null) => {
      const found = (await lines(w)).find((line) => line.name === name)!;
      return (await finish(w, found.id).expect(200)).body.line as ShownLine;
    },
    /** The findings by their rules, each with the status it shows; proposed ones are marked. */
    shown: async (w: World): Promise<Record<string, string>> =>
      Object.fromEntries(
        ((await findings(w, '?sortField=title')) as ShownFinding[]).map(({ ruleId, status, proposed }) => [
          ruleId,
          proposed ? `proposed ${status}` : status,
        ]),
      ),
    finding: async (w: World, ruleId: string) => {
      const [{ id }] = (await findings(w, `?ruleId=${ruleId}`)) as [ShownFinding];
      return (await service.as(w.member.token).get(`${w.product.url}/findings/${id}`)).body.finding;
    },
    /** How many findings each run was the first to report, by its number. */
    discovered: async (w: World): Promise<Record<number, number>> => {
      const { body } = await service.as(w.member.token).get(`${w.product.url}/testing-feed`).expect(200);
      const entries = body.entries as { number: number; discoveredFeedbackCount: number }[];
      return Object.fromEntries(entries.map((entry) => [entry.number, entry.discoveredFeedbackCount]));
    },
    edit: async (w: World, ruleId: string, fields: object): Promise<void> => {
      const [{ id }] = (await findings(w, `?ruleId=${ruleId}`)) as [ShownFinding];
      await service.as(w.member.token).patch(`${w.product.url}/findings/${id}`).send(fields).expect(200);
    },
    /** Confirms, dismisses or reopens. */
    triage: async (w: World, ruleId: string, action: string, body: object = {}): Promise<void> => {
      const [{ id }] = (await findings(w, `?ruleId=${ruleId}`)) as [ShownFinding];
      await service
        .as(w.member.token)
        .post(`${w.product.url}/findings/${id}/${action}`)
        .send(body)
        .expect(({ status }) => status < 300);
    },
  };
}
