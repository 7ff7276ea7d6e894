import { SecretValue } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';

export interface IssuedSecretProps {
  readonly encryptionKey: IKey;
  readonly description: string;
  /** Who issues it, and the section of the runbook on how it is filled in. */
  readonly issuer: string;
  /** VersionId that CloudFormation reads; the current one when absent. */
  readonly versionId?: string | undefined;
}

/** A secret that others issue and an operator fills in, for a variable of a function: a reference that CloudFormation resolves when its text changes, never the value. */
export function issuedSecret(scope: Construct, id: string, props: IssuedSecretProps): string {
  const { encryptionKey, description, issuer, versionId } = props;
  const secret = new Secret(scope, id, { description, encryptionKey });
  acknowledge(secret, { 'AwsSolutions-SMG4': issuer });
  return SecretValue.secretsManager(secret.secretArn, versionId ? { versionId } : {}).unsafeUnwrap();
}
