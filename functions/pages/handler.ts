import { endpoints as consoleApi } from '../console-api/endpoints.ts';
import { endpoints as evaluationApi } from '../evaluation/api/endpoints.ts';
import { endpoints as logApi } from '../logs/api/endpoints.ts';
import { endpoints as openApi } from '../open-api/endpoints.ts';
import { awsWorld } from '../platform/aws/world.ts';
import { pageLambdaHandler } from '../platform/http/page-lambda-handler.ts';
import { assets, STYLE } from '../platform/pages-shell/assets.ts';
import { problemPage } from '../platform/pages-shell/problem.ts';
import { awsConfig } from '../platform/settings/config.ts';
import { endpoints as recorderApi } from '../recorder-api/endpoints.ts';
import { pages } from './pages.ts';

const config = awsConfig(process.env);
const endpoints = [...consoleApi, ...recorderApi, ...logApi, ...openApi, ...evaluationApi];

const own = { pages, assets, endpoints, problem: problemPage, style: STYLE };

export const handler = pageLambdaHandler(own, awsWorld(config), config);
