import type { Item } from '../world.ts';

/** Names a row by its key, or a blob. */
export type DamagedLocation = { pk: string; sk: string } | { blob: string };

/** Stored bytes are not what was written. Names where, never a value. */
export class DamagedData extends Error {
  override name = 'DamagedData';
  readonly location: DamagedLocation;

  constructor(location: DamagedLocation, options?: ErrorOptions) {
    super('stored data is damaged', options);
    this.location = location;
  }
}

/**
 * In place of a row that cannot be read, in pages of queries with `damaged: 'marked'`: its keys alone, as far as known.
 */
const MARK = '!damaged';

export const damagedItem = ({ pk, sk, i1pk, i1sk, i2pk, i2sk, i3pk, i3sk }: Item): Item => ({
  pk,
  sk,
  ...(i1pk !== undefined && { i1pk }),
  ...(i1sk !== undefined && { i1sk }),
  ...(i2pk !== undefined && { i2pk }),
  ...(i2sk !== undefined && { i2sk }),
  ...(i3pk !== undefined && { i3pk }),
  ...(i3sk !== undefined && { i3sk }),
  [MARK]: true,
});

/** Whether an item stands for a row that cannot be read. */
export const isDamaged = (item: Item): boolean => item[MARK] === true;

/** The value, or undefined where stored data is damaged; `onDamage` is given what is. */
export async function undefinedIfDamaged<T>(
  reading: Promise<T>,
  onDamage: (fault: DamagedData) => void = () => {},
): Promise<T | undefined> {
  try {
    return await reading;
  } catch (fault) {
    if (!(fault instanceof DamagedData)) throw fault;
    onDamage(fault);
    return undefined;
  }
}

/** Whether reading finds damaged data. */
export async function findsDamage(reading: Promise<unknown>): Promise<boolean> {
  let isFound = false;
  await undefinedIfDamaged(reading, () => {
    isFound = true;
  });
  return isFound;
}
