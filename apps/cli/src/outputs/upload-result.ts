import type { Base } from '../context/base.js';
import type { LineChoice } from '../context/line.js';
import type { Gate } from '../gate/gate.js';
import type { ReportResult } from '../gate/result.js';
import type { Shown } from './places.js';

/** All that an upload, a check or a scan ends with: what every form of output is made of. */
export interface UploadResult {
  isDryRun: boolean;
  line: LineChoice;
  /** Of a proposal. */
  base?: Base;
  reports: ReportResult[];
  gate: Gate;
  shown: Shown;
}
