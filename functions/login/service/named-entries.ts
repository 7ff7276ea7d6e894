import type { AuditEntry } from '../domain/audit.ts';
import type { apiKeyStore } from '../store/api-keys.ts';

/** Keys that are looked up by their ids. */
const MAX_KEYS = 100;

/** What tells the names of what entries have ids of. */
interface Names {
  apiKeys: Pick<ReturnType<typeof apiKeyStore>, 'page'>;
  channelNames(): Promise<ReadonlyMap<string, string>>;
}

/**
 * Entries with the current names of keys and channels, where they were stored without: refused ones, and those of
 * earlier versions. What has been deleted keeps its id.
 */
export async function namedEntries(
  entries: readonly AuditEntry[],
  tenant: string,
  { apiKeys, channelNames }: Names,
): Promise<AuditEntry[]> {
  const isOf = (kind: 'key' | 'channel') => (entry: AuditEntry) =>
    entry.about === undefined && entry.subject.id !== undefined && entry.action.startsWith(`${kind}.`);
  const isOfKey = isOf('key');
  const isOfChannel = isOf('channel');
  const [keys, channels] = await Promise.all([
    entries.some(isOfKey) ? apiKeys.page(tenant, { limit: MAX_KEYS, after: null }) : undefined,
    entries.some(isOfChannel) ? channelNames() : undefined,
  ]);
  const keyNames = new Map(keys?.items.map(({ id, name }) => [id, name]));
  return entries.map((entry) => {
    const names = isOfKey(entry) ? keyNames : isOfChannel(entry) ? channels : undefined;
    const about = names?.get(String(entry.subject.id));
    return about ? { ...entry, about } : entry;
  });
}
