import { jsonOfStored, storedJson } from '../../functions/platform/values/stored-json.ts';
import type { Recorder } from './api/recorder.ts';

const CONTEXT = { tenant: 'system', subject: 'recording-keys', field: 'default' };
const KEY = { pk: 'T#default#RECORDING-KEYS', sk: 'KEYS' };

/** Makes the data keys look as an earlier version stored them, which knew no codes of cases. */
export async function forgetCodes({ parts: { table, keys } }: Pick<Recorder, 'parts'>): Promise<void> {
  const row = await table.get(KEY);
  const { requiresCodes: _, ...earlier } = JSON.parse(await keys.open(String(row?.sealed), CONTEXT));
  await table.update(KEY, { sealed: await keys.seal(JSON.stringify(earlier), CONTEXT) });
}

/** Takes the code from a stored case, as an earlier version stored it, and changes more of its payload. */
export async function storeWithoutCode(
  { recordings }: Pick<Recorder, 'recordings'>,
  caseId: string,
  changed: (payload: Record<string, unknown>) => object = (payload) => payload,
): Promise<void> {
  const { sealedFor: _, ...earlier } = await storedOf({ recordings }, caseId);
  const head = await recordings.find(caseId);
  const replacement = { payload: storedJson(changed(earlier)), credentials: head?.credentials ?? null };
  if (!(await recordings.replacePayload(caseId, replacement))) throw new Error('not replaced');
}

/** The stored payload of a case. */
export async function storedOf(
  { recordings }: Pick<Recorder, 'recordings'>,
  caseId: string,
): Promise<Record<string, unknown>> {
  const stored = await recordings.storedPayload(caseId);
  const bytes = await stored?.bytes();
  if (bytes === undefined) throw new Error('no such case');
  return jsonOfStored(bytes) as Record<string, unknown>; // a payload is an object
}
