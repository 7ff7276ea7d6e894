import open from 'open';
import type { Session } from '../session.ts';
import { acceptedData } from '../unwrap-response.ts';

/** Opens the report of a run in the browser if --open was given. A machine without a browser gets a message. */
export async function openReport(
  { output }: Pick<Session, 'output'>,
  reportUrl: string | null,
  { open: isWanted }: { open?: boolean },
): Promise<void> {
  if (!isWanted) return;
  // The address comes from the service: anything but a page of a web server stays closed.
  if (reportUrl === null || !/^https?:$/.test(URL.parse(reportUrl)?.protocol ?? ''))
    return output.say('--open: the service names no address of a report');
  try {
    const browser = await open(reportUrl);
    // A missing program is reported by an event, once the process had the chance to start.
    await new Promise<void>((resolve, reject) => {
      const started = setTimeout(resolve, START_MS);
      const end = (settle: () => void) => () => {
        clearTimeout(started);
        settle();
      };
      browser.once(
        'error',
        end(() => reject(new Error('it did not start'))),
      );
      browser.once('exit', end(resolve));
    });
  } catch {
    output.say('--open: no browser could be started; the report line has the address');
  }
}

/** Time for the program that opens pages to start, ms. */
const START_MS = 1_000;

/** Like `openReport`, for a run whose address is not known yet. */
export async function openReportOf(session: Session, planId: string, options: { open?: boolean }): Promise<void> {
  if (!options.open) return;
  const run = await acceptedData(
    session.client.GET('/openapi/v1/replay-runs/{planId}', { params: { path: { planId } } }),
  );
  await openReport(session, run.reportUrl, options);
}
