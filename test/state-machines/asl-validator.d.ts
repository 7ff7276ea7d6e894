declare module 'asl-validator' {
  /** The package ships no types. */
  export default function validate(definition: unknown): { isValid: boolean; errors: unknown[] };
}
