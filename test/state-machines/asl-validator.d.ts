declare module 'asl-validator' {
  /** The package's own types are not where its package.json says. */
  export default function validate(definition: unknown): { isValid: boolean; errors: unknown[] };
}
