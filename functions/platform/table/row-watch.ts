/** A part of the Table port. */
export interface RowWatch {
  /**
   * Runs reads, and can tell afterwards whether they would find the same; absent where that takes reading again (AWS).
   */
  watch?<T>(read: () => Promise<T>): Promise<Watched<T>>;
}

/** What was made of rows that a table watches. */
export interface Watched<T> {
  value: T;
  /** False as soon as a row that was read, or one that would have been, may have been written or has expired. */
  isCurrent(): boolean;
}

/** The watch of a table, or for one without it, one that takes rows for current until they are `ms` old. */
export const watchOrAge = ({ watch }: RowWatch, elapsed: () => number, ms: number): Required<RowWatch> => ({
  watch:
    watch ??
    (async (read) => {
      const until = elapsed() + ms;
      return { value: await read(), isCurrent: () => elapsed() < until };
    }),
});
