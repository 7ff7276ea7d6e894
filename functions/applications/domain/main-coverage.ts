/** The main endpoints of an application among all that it recorded, by method and path. */
export interface MainCoverage {
  mains: number;
  endpoints: number;
  /**
   * Main endpoints without a response in the last run that settled, by name; `never` where no run settled, and null
   * where that is not known.
   */
  missing: readonly string[] | 'never' | null;
}
