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

/**
 * A secret that others issue and an operator fills in, for a variable of a function: a reference that CloudFormation
 * resolves when its text changes, never the value.
 */
export function issuedSecret(scope: Construct, id: string, props: IssuedSecretProps): string {
  const { encryptionKey, description, issuer, versionId } = props;
  return referenceTo(new Secret(scope, id, { description, encryptionKey }), issuer, versionId);
}

export interface MadeSecretProps extends Omit<IssuedSecretProps, 'issuer'> {
  /** Why it is not replaced by itself. */
  readonly holders: string;
}

/** A secret of 48 random characters, which the deployment makes: a reference, likewise. */
export function madeSecret(scope: Construct, id: string, props: MadeSecretProps): string {
  const { encryptionKey, description, holders, versionId } = props;
  const generateSecretString = { passwordLength: 48, excludePunctuation: true };
  return referenceTo(new Secret(scope, id, { description, encryptionKey, generateSecretString }), holders, versionId);
}

function referenceTo(secret: Secret, reason: string, versionId: string | undefined): string {
  acknowledge(secret, { 'AwsSolutions-SMG4': reason });
  return SecretValue.secretsManager(secret.secretArn, versionId ? { versionId } : {}).unsafeUnwrap();
}
