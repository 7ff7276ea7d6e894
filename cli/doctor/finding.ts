/** How bad it is: a warning leaves the exit code 0. */
export type Level = 'ok' | 'warn' | 'fail';

/** The result of one check. */
export interface Finding {
  check:
    | 'node'
    | 'service'
    | 'clock'
    | 'open api'
    | 'credential'
    | 'recordings'
    | 'personal data'
    | 'target'
    | 'tls'
    | 'name'
    | 'address'
    | 'version'
    | 'login'
    | 'mail'
    | 'guests';
  level: Level;
  message: string;
  /** What to do; null if it is ok. */
  next: string | null;
}

/** Makes a finding. */
export const finding = (
  check: Finding['check'],
  level: Level,
  message: string,
  next: string | null = null,
): Finding => ({
  check,
  level,
  message,
  next,
});
