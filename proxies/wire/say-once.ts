import type { DownstreamOptions } from '../downstream.ts';

/** Says each text once, with the name of the downstream. */
export function sayOnce({ name, say }: Pick<DownstreamOptions, 'name' | 'say'>): (text: string) => void {
  const said = new Set<string>();
  return (text) => {
    if (!said.has(text)) say(`${name}: ${text}`);
    said.add(text);
  };
}
