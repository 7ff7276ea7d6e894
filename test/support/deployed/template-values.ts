/** A template of CloudFormation, as far as the stand-ins read it. */
export interface Template {
  Resources: Record<string, TemplateResource>;
}

export interface TemplateResource {
  Type: string;
  /** Untyped JSON, with references. */
  Properties: Record<string, unknown>;
}

/** A resource with its references resolved. */
export interface Deployed {
  name: string;
  properties: ReturnType<typeof JSON.parse>;
}

/** Where the stack is deployed. */
export const REGION = 'eu-west-1';
export const ACCOUNT = '123456789012';
const PSEUDO: Readonly<Record<string, string>> = {
  'AWS::Region': REGION,
  'AWS::AccountId': ACCOUNT,
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
  'AWS::StackName': 'ReplayService',
};

/** ARNs by the types of resources: `id` is what `Ref` gives, or the name of the resource. */
const ARNS: Readonly<Record<string, (id: string) => string>> = {
  'AWS::DynamoDB::Table': (id) => `arn:aws:dynamodb:${REGION}:${ACCOUNT}:table/${id}`,
  'AWS::Events::Rule': (id) => `arn:aws:events:${REGION}:${ACCOUNT}:rule/${id}`,
  'AWS::IAM::Role': (id) => `arn:aws:iam::${ACCOUNT}:role/${id}`,
  'AWS::KMS::Key': (id) => `arn:aws:kms:${REGION}:${ACCOUNT}:key/${id}`,
  'AWS::Lambda::Function': (id) => `arn:aws:lambda:${REGION}:${ACCOUNT}:function:${id}`,
  'AWS::Logs::LogGroup': (id) => `arn:aws:logs:${REGION}:${ACCOUNT}:log-group:${id}:*`,
  'AWS::S3::Bucket': (id) => `arn:aws:s3:::${id}`,
  'AWS::Scheduler::Schedule': (id) => `arn:aws:scheduler:${REGION}:${ACCOUNT}:schedule/default/${id}`,
  'AWS::SecretsManager::Secret': (id) => `arn:aws:secretsmanager:${REGION}:${ACCOUNT}:secret:${id}`,
  'AWS::SQS::Queue': (id) => `arn:aws:sqs:${REGION}:${ACCOUNT}:${id}`,
  'AWS::StepFunctions::StateMachine': (id) => `arn:aws:states:${REGION}:${ACCOUNT}:stateMachine:${id}`,
};

export interface ValuesOptions {
  /**
   * Physical names of resources that exist already, by their logical names. Others are called as the template calls
   * them.
   */
  names: Readonly<Record<string, string>>;
  /** Where queues are: their urls begin with it. */
  endpoint: string;
  /** The text of a secret that the deployment makes, by its ARN. */
  secretOf(arn: string): string;
}

export type TemplateValues = ReturnType<typeof templateValues>;

/** What CloudFormation makes of the references of a template. Throws for one that it does not know. */
export function templateValues({ Resources }: Template, { names, endpoint, secretOf }: ValuesOptions) {
  function resourceOf(name: string): TemplateResource {
    const found = Resources[name];
    if (found === undefined) throw new Error(`the template has no ${name}`);
    return found;
  }

  function nameOf(name: string): string {
    const { Type, Properties } = resourceOf(name);
    const own = { 'AWS::StepFunctions::StateMachine': Properties.StateMachineName }[Type];
    // Names of buckets are in lower case.
    return names[name] ?? (typeof own === 'string' ? own : Type === 'AWS::S3::Bucket' ? name.toLowerCase() : name);
  }

  function arnOf(name: string): string {
    const { Type } = resourceOf(name);
    const arn = ARNS[Type];
    if (arn === undefined) throw new Error(`no ARN is known of ${Type}`);
    return arn(nameOf(name));
  }

  function reference(name: string): string {
    const pseudo = PSEUDO[name];
    if (pseudo !== undefined) return pseudo;
    const { Type } = resourceOf(name);
    if (Type === 'AWS::SQS::Queue') return `${endpoint}/${ACCOUNT}/${nameOf(name)}`;
    if (Type === 'AWS::SecretsManager::Secret' || Type === 'AWS::StepFunctions::StateMachine') return arnOf(name);
    // Their names are parts of host names.
    if (Type === 'AWS::ApiGateway::RestApi' || Type === 'AWS::EC2::VPCEndpoint') return nameOf(name).toLowerCase();
    return nameOf(name);
  }

  function attribute([name, what]: [string, string]): string {
    if (what === 'Arn') return arnOf(name);
    if (what === 'QueueName') return nameOf(name);
    if (what === 'GroupId') return name;
    throw new Error(`no ${what} is known of ${name}`);
  }

  /** A text with the secrets that it refers to: `{{resolve:secretsmanager:<arn>:SecretString:::}}`. */
  const withSecrets = (text: string) =>
    text.replace(/\{\{resolve:secretsmanager:(.+?):SecretString:::[^}]*\}\}/g, (_, arn: string) => secretOf(arn));

  const join = ([separator, parts]: [string, unknown[]]) =>
    withSecrets(parts.map((part) => String(resolve(part))).join(separator));

  /**
   * The functions of CloudFormation, which are objects of one member; the template is untyped JSON, and these are their
   * forms.
   */
  const intrinsics: Readonly<Record<string, (given: unknown) => string>> = {
    Ref: (name) => reference(String(name)),
    'Fn::GetAtt': (given) => attribute(given as [string, string]),
    'Fn::Join': (given) => join(given as [string, unknown[]]),
    'Fn::Sub': (given) => String(given).replace(/\$\{([\w:]+)\}/g, (_, name: string) => reference(name)),
  };

  function resolve(value: unknown): ReturnType<typeof JSON.parse> {
    if (typeof value === 'string') return withSecrets(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(resolve);
    const [[kind, given] = ['', null]] = Object.entries(value);
    const intrinsic = intrinsics[kind];
    if (intrinsic !== undefined) return intrinsic(given);
    if (kind.startsWith('Fn::')) throw new Error(`the stand-in of CloudFormation knows no ${kind}`);
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, resolve(member)]));
  }

  return {
    arnOf,
    reference,
    /** Resources of one type with their references resolved. */
    ofType: (type: string): readonly Deployed[] =>
      Object.entries(Resources)
        .filter(([, { Type }]) => Type === type)
        .map(([name, { Properties }]) => ({ name, properties: resolve(Properties) })),
  };
}

/** The one resource of a type. */
export function onlyOf(values: TemplateValues, type: string): Deployed {
  const [found, second] = values.ofType(type);
  if (found === undefined || second !== undefined) throw new Error(`the template has not one ${type}`);
  return found;
}
