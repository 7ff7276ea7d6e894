import { endpoints } from '../evaluation/api/endpoints.ts';
import { awsWorld } from '../platform/aws/world.ts';
import { evaluationFamilies } from '../platform/http/families.ts';
import { lambdaHandler } from '../platform/http/lambda-handler.ts';
import { awsConfig } from '../platform/settings/config.ts';

const config = awsConfig(process.env);

export const handler = lambdaHandler(evaluationFamilies(endpoints), awsWorld(config), config);
