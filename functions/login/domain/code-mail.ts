import { CODE_LIFE_MS } from './code-login.ts';

/** The mail that carries a verification code. */
export const codeMail = (to: string, code: string, publicUrl: string) => ({
  to,
  subject: 'Your code for the Replay Regression Service',
  text: `${code} is your code to log in at ${publicUrl}.

It works once, within ${CODE_LIFE_MS / 60_000} minutes. If you did not request it, ignore this email.
`,
});
