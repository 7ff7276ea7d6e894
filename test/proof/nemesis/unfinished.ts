import { call } from '../../support/running-service.ts';

/** Number of runs that have not ended. */
export async function unfinished(url: string): Promise<number> {
  let count = 0;
  let cursor: string | null = '';
  while (cursor !== null) {
    const { body }: { body: { items: { status: string }[]; nextCursor: string | null } } = await call(
      url,
      'GET',
      `/api/replays?limit=200${cursor && `&cursor=${cursor}`}`,
    );
    count += body.items.filter(({ status }) => status !== 'COMPLETED').length;
    cursor = body.nextCursor;
  }
  return count;
}
