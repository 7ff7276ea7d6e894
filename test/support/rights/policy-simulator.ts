/** A statement of a policy, as the template has it. */
export interface Statement {
  Effect: string;
  Action: string | readonly string[];
  Resource: unknown;
  Condition?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}

/** What a role asks AWS for. */
export interface Asked {
  action: string;
  /** As `textOf` writes the resources of the template. */
  resource: string;
  /** Values of condition keys, such as `dynamodb:LeadingKeys`. */
  context?: Readonly<Record<string, readonly string[]>>;
}

/**
 * Whether IAM would allow it by these statements; every one of them allows. Throws for what the simulator does not
 * know.
 */
export const isAllowed = (statements: readonly Statement[], asked: Asked): boolean =>
  statements.some((statement) => {
    if (statement.Effect !== 'Allow') throw new Error(`the simulator knows no effect ${statement.Effect}`);
    return (
      [statement.Action].flat().includes(asked.action) &&
      [statement.Resource].flat().some((resource) => isLike(textOf(resource), asked.resource)) &&
      meets(statement.Condition ?? {}, asked.context ?? {})
    );
  });

/** An ARN of the template as text: names of resources in place of what is known only when they are made. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const { Ref, ...intrinsic } = value as Record<string, unknown>; // an object: the template has no others
  if (typeof Ref === 'string') return `<${Ref}>`;
  const { 'Fn::GetAtt': attribute, 'Fn::Join': join } = intrinsic as {
    'Fn::GetAtt'?: [string, string];
    'Fn::Join'?: [string, unknown[]];
  };
  if (attribute !== undefined) return `<${attribute.join('.')}>`;
  if (join !== undefined) return join[1].map(textOf).join(join[0]);
  throw new Error(`the simulator knows no ${JSON.stringify(value)}`);
}

/** As IAM compares: `*` is any text, `?` one character. */
export function isLike(pattern: string, text: string): boolean {
  const form = FORMS.get(pattern) ?? formOf(pattern);
  FORMS.set(pattern, form);
  return form.test(text);
}

/** Policies have few patterns, and calls are many. */
const FORMS = new Map<string, RegExp>();

const formOf = (pattern: string): RegExp =>
  RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    's',
  );

function meets(condition: NonNullable<Statement['Condition']>, context: NonNullable<Asked['context']>): boolean {
  return Object.entries(condition).every(([operator, keys]) =>
    Object.entries(keys).every(([key, wanted]) => {
      const found = context[key] ?? [];
      const patterns = [wanted].flat().map(textOf);
      const isMet = (value: string) => patterns.some((pattern) => isLike(pattern, value));
      if (operator === 'ForAllValues:StringLike') return found.every(isMet);
      if (operator === 'StringLike') return found.length > 0 && found.every(isMet);
      if (operator === 'StringEquals') return found.length > 0 && found.every((value) => patterns.includes(value));
      if (operator === 'Null') return (found.length === 0) === (wanted === 'true');
      throw new Error(`the simulator knows no operator ${operator}`);
    }),
  );
}
