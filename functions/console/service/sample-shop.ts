/** The application of the sample. */
export const SAMPLE_APP = 'sample-shop';

/** A rule of the sample, as `POST /api/apps/{appId}/compare-rules` accepts it (interface 11). */
type SampleRule = Readonly<Record<string, string>>;

/** A small shop whose recording shows what the service does; runs inside the service, on loopback. */
export interface SampleShop {
  /** Visits the production build once, and returns each request with its answer as a case (interface 10). */
  record(appId: string): Promise<readonly unknown[]>;
  /** Fields of the shop that change with every run. */
  readonly rules: readonly SampleRule[];
  /**
   * Starts both builds again and returns their addresses. They stop after ten minutes, when they are started again, and
   * with the service.
   */
  start(): Promise<{ production: string; next: string }>;
  stop(): Promise<void>;
  /** Deletes what the host keeps of ended workflow executions of these names. */
  forget(executions: readonly string[]): Promise<void>;
}
