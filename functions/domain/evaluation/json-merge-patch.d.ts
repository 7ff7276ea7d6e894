declare module 'json-merge-patch' {
  /** The package ships no types. Changes its target. */
  export function apply(target: unknown, patch: unknown): unknown;
}
