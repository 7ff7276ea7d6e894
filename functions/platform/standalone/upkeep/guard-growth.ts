import { DiskReserved } from '../../disk-full.ts';
import type { Route } from '../../http/api.ts';
import type { DiskRoom } from './disk-room.ts';

/** Refuses requests that add data as if the disk were full, while only the reserve of deletions is left. */
export const guardGrowth = (routes: readonly Route[], room: Pick<DiskRoom, 'isLow'> | undefined): readonly Route[] =>
  room === undefined
    ? routes
    : routes.map((route) =>
        route.grows
          ? {
              ...route,
              async answer(request) {
                if (room.isLow()) throw new DiskReserved('the disk is low');
                return route.answer(request);
              },
            }
          : route,
      );
