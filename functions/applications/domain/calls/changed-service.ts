import type { MockSettings, TargetSettings } from '../mock-settings.ts';

/** The settings of all called services after a change of one; without `own`, it has those of the application. */
export function changedService(
  { targets }: Pick<MockSettings, 'targets'>,
  service: string,
  own: Record<keyof TargetSettings, unknown> | null,
): Record<string, unknown> {
  const others = Object.entries(targets).filter(([name]) => name !== service);
  const set = Object.entries(own ?? {}).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(set.length === 0 ? others : [...others, [service, Object.fromEntries(set)]]);
}
