import { awsWorld } from '../aws/world.ts';
import { awsConfig } from '../config.ts';
import { endpoints } from '../evaluation/api/endpoints.ts';
import { evaluationFamilies } from '../http/families.ts';
import { lambdaHandler } from '../http/lambda-handler.ts';

const config = awsConfig(process.env);

export const handler = lambdaHandler(evaluationFamilies(endpoints), awsWorld(config), config);
