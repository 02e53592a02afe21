/** What an examination found: right, worth knowing, or wrong; with what to do where something is to be done. */
export interface CheckResult {
  verdict: 'right' | 'note' | 'wrong';
  subject: string;
  message: string;
}

export const right = (subject: string, message: string): CheckResult => ({ verdict: 'right', subject, message });
export const note = (subject: string, message: string): CheckResult => ({ verdict: 'note', subject, message });
export const wrong = (subject: string, message: string): CheckResult => ({ verdict: 'wrong', subject, message });
