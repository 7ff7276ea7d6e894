import { awsWorld } from '../aws/world.ts';
import { awsConfig } from '../config.ts';
import { evaluationFamilies } from '../http/families.ts';
import { lambdaHandler } from '../http/lambda-handler.ts';
import { endpoints } from './endpoints.ts';

const config = awsConfig(process.env);

export const handler = lambdaHandler(evaluationFamilies(endpoints), awsWorld(config), config);
