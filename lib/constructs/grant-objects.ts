import { Stack } from 'aws-cdk-lib';
import { Grant, type Role } from 'aws-cdk-lib/aws-iam';
import { type Bucket, CfnBucket } from 'aws-cdk-lib/aws-s3';
import { acknowledge } from './acknowledge.ts';

/** Lets a role do one thing with the objects of a bucket whose keys have these patterns. */
export function grantObjects(grantee: Role, bucket: Bucket, action: string, patterns: readonly string[]): void {
  const resource = bucket.node.defaultChild;
  const name = resource instanceof CfnBucket ? Stack.of(bucket).getLogicalId(resource) : '';
  Grant.addToPrincipal({
    grantee,
    actions: [action],
    resourceArns: patterns.map((pattern) => bucket.arnForObjects(pattern)),
  });
  acknowledge(
    grantee,
    Object.fromEntries(
      patterns.map((pattern) => [
        `AwsSolutions-IAM5[Resource::<${name}.Arn>/${pattern}]`,
        'Objects are named when they are written; these are all of one family.',
      ]),
    ),
  );
}
