declare module 'asl-validator' {
  /** The package has no types. */
  export default function validate(definition: unknown): { isValid: boolean; errors: unknown[] };
}
