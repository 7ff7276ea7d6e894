import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { DeploymentSettings } from '../deployment-settings.ts';
import { issuedSecret, madeSecret } from './issued-secret.ts';
import { usesBedrock } from './model-access.ts';

/** The secret with the admin key (docs/operator-runbook.md#admin-key). */
export function adminKey(
  scope: Construct,
  { adminKeyVersion }: DeploymentSettings,
  encryptionKey: IKey,
): { SVC_ADMIN_KEY: string } {
  const reference = madeSecret(scope, 'AdminKey', {
    encryptionKey,
    description: 'SVC_ADMIN_KEY: every right, for first set-up and automation',
    holders:
      'Its callers hold a copy: people replace it, and deploy, when they decide to (docs/operator-runbook.md#admin-key).',
    versionId: adminKeyVersion,
  });
  return { SVC_ADMIN_KEY: reference };
}

/**
 * A secret with the token of the Open API, if the deployment asks for one (docs/operator-runbook.md#open-api-token).
 */
export function openApiToken(
  scope: Construct,
  settings: DeploymentSettings,
  encryptionKey: IKey,
): { SVC_OPENAPI_TOKEN?: string } {
  if (!settings.openApiToken) return {};
  const token = madeSecret(scope, 'OpenApiToken', {
    encryptionKey,
    description: 'SVC_OPENAPI_TOKEN: the token of the Open API',
    holders: 'Pipelines hold a copy: people replace it, and deploy, when they decide to.',
    versionId: settings.openApiTokenVersion,
  });
  return { SVC_OPENAPI_TOKEN: token };
}

/**
 * A secret for the key of a model that is not of Bedrock, which its owner fills in
 * (docs/operator-runbook.md#model-key).
 */
export function modelKey(
  scope: Construct,
  { config, modelKeyVersion }: DeploymentSettings,
  encryptionKey: IKey,
): { SVC_AI_API_KEY?: string } {
  if (config.ai === null || usesBedrock(config.ai)) return {};
  const reference = issuedSecret(scope, 'ModelKey', {
    encryptionKey,
    description: 'SVC_AI_API_KEY: key of the language model',
    issuer: 'The operator of the model issues it (docs/operator-runbook.md#model-key).',
    versionId: modelKeyVersion,
  });
  return { SVC_AI_API_KEY: reference };
}
