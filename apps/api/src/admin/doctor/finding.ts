/** What an examination found: right, worth knowing, or wrong; with what to do where something is to be done. */
export interface Finding {
  verdict: 'right' | 'note' | 'wrong';
  subject: string;
  words: string;
}

export const right = (subject: string, words: string): Finding => ({ verdict: 'right', subject, words });
export const note = (subject: string, words: string): Finding => ({ verdict: 'note', subject, words });
export const wrong = (subject: string, words: string): Finding => ({ verdict: 'wrong', subject, words });
