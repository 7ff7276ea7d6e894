/** What a search box says: the rest of its text, and what its prefixes name. */
export interface PrefixedSearch {
  q: string;
  /** Trace id after `trace:`. */
  trace?: string;
  /** Id of a recording after `request:`. */
  request?: string;
  /** Id of a run, or a part of its title, after `run:`. */
  run?: string;
}

const PREFIX = /(?:^|\s)(trace|request|run):\s*(?:"([^"]*)"|(\S+))/gi;

/** Reads `trace:`, `request:` and `run:`, each with a word or a text in quotes; the last one of a kind counts. */
export function searchPrefixes(text: string): PrefixedSearch {
  const named: Partial<Record<string, string>> = {};
  const rest = text.replaceAll(PREFIX, (_, name: string, quoted: string | undefined, word: string | undefined) => {
    named[name.toLowerCase()] = (quoted ?? word ?? '').trim();
    return ' ';
  });
  return { q: rest.trim(), ...named };
}
