import { type Figure, figure } from './figure.ts';
import { median } from './measure/quantile.ts';
import { ask } from './start-service.ts';

const TIMES = 5;

interface Found {
  items: unknown[];
  nextCursor: string | null;
  searched: number;
}

/**
 * How long searches of an application take that find nothing: one that looks at the newest, and one that looks at all.
 */
export async function searchFigures(url: string, appId: string, recordings: number): Promise<Figure[]> {
  const search = (query: Record<string, string>) =>
    ask<Found>(url, 'GET', `/api/recorder/apps/${appId}/cases?${new URLSearchParams(query)}`);
  const newest: number[] = [];
  for (let time = 0; time < TIMES; time++) {
    const start = performance.now();
    const { items } = await search({ text: 'nowhere' });
    newest.push(performance.now() - start);
    if (items.length > 0) throw new Error('a text was found that is not there');
  }

  const start = performance.now();
  let searched = 0;
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: Found = await search({ text: 'nowhere', ...(cursor !== '' && { cursor }) });
    searched += page.searched;
    cursor = page.nextCursor;
  }
  if (searched !== recordings) throw new Error(`only ${searched} of ${recordings} recordings were searched`);
  return [
    figure(`a search of ${recordings} recordings, one page`, median(newest), 'ms'),
    figure('  every page', (performance.now() - start) / 1000, 's'),
  ];
}
