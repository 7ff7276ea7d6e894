import { CliFailure } from '../cli-failure.ts';
import type { Session } from '../session.ts';
import { responseData } from '../unwrap-response.ts';
import type { CallText, ExportWriter, ListedCase, ShownCase } from './export-writer.ts';

/** Which cases are exported. */
export interface ExportFilter {
  operation?: string;
  from?: string;
  to?: string;
  tag?: Record<string, string>;
}

/** What became of the cases of an application. */
export interface Exported {
  exported: number;
  skipped: { caseId: string; reason: string }[];
  /** Of a format that has files for downstream calls. */
  calls?: ExportedCalls;
}

/** What became of the downstream calls of the cases. */
export interface ExportedCalls {
  exported: number;
  /** Where the targets have their files; null without any. */
  folder: string | null;
  targets: string[];
  skipped: { reason: string; count: number }[];
}

/** Writes the text of one downstream call; returns the reason where it cannot. */
export type WriteCall = (target: string, text: string) => Promise<string | null>;

const PAGE = 200;

/** Cases that are read at the same time, and held at once. */
const MAX_AT_ONCE = 4;

/** The heads of an application's cases, newest first. */
export async function listedCases({ client }: Session, appId: string, filter: ExportFilter): Promise<ListedCase[]> {
  const { tag = {}, ...rest } = filter;
  const tags = Object.fromEntries(Object.entries(tag).map(([name, value]) => [`tag.${name}`, value]));
  const items: ListedCase[] = [];
  let cursor: string | null = null;
  do {
    const query = { ...rest, ...tags, limit: PAGE, ...(cursor !== null && { cursor }) };
    const page: { items: ListedCase[]; nextCursor: string | null } = await responseData(
      client.GET('/api/recorder/apps/{appId}/cases', { params: { path: { appId }, query } }),
    );
    for (const one of page.items) items.push(one);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return items;
}

/**
 * The text of an export, piece by piece: some cases are held at a time, however many there are. Counts in `done` what
 * was exported; a case that has expired in the meantime, or cannot be read, is skipped with its reason.
 */
export async function* exportedText(
  session: Session,
  cases: readonly ListedCase[],
  writer: ExportWriter,
  done: Exported,
  writeCall: WriteCall,
): AsyncGenerator<string> {
  if (writer.callsOf) done.calls = { exported: 0, folder: null, targets: [], skipped: [] };
  yield writer.start();
  for (let at = 0; at < cases.length; at += MAX_AT_ONCE) {
    const chosen = cases.slice(at, at + MAX_AT_ONCE);
    for (const [index, one] of (await Promise.all(chosen.map((each) => readCase(session, each)))).entries()) {
      const text = 'reason' in one ? one : writer.add(one);
      if (typeof text === 'string') {
        done.exported++;
        yield text;
      } else done.skipped.push({ caseId: chosen[index]?.caseId ?? '', reason: text.reason });
      if (done.calls && !('reason' in one)) await takeCalls(writer.callsOf?.(one) ?? [], done.calls, writeCall);
    }
  }
  yield writer.end();
}

async function takeCalls(calls: readonly CallText[], done: ExportedCalls, writeCall: WriteCall): Promise<void> {
  for (const call of calls) {
    const reason = 'reason' in call ? call.reason : await writeCall(call.target, call.text);
    const known = done.skipped.find((one) => one.reason === reason);
    if (reason === null) done.exported++;
    else if (known) known.count++;
    else done.skipped.push({ reason, count: 1 });
  }
}

const GONE: Readonly<Record<string, string>> = {
  NOT_FOUND: 'it has expired or was deleted in the meantime',
  CASE_UNREADABLE: 'its stored data is damaged',
};

async function readCase({ client }: Session, { caseId }: ListedCase): Promise<ShownCase | { reason: string }> {
  try {
    const one = await responseData(client.GET('/api/recorder/cases/{caseId}', { params: { path: { caseId } } }));
    return one as ShownCase; // the client's types lose that a header is a pair
  } catch (fault) {
    const reason = fault instanceof CliFailure ? GONE[fault.code] : undefined;
    if (reason === undefined) throw fault;
    return { reason };
  }
}
