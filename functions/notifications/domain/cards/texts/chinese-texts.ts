import type { Analysis } from '../../../../analysis/domain/analysis.ts';
import { KIND_LABELS } from '../../../../compare/domain/kind-labels.ts';
import { CHINESE_STATE_LABELS } from '../../../../findings/domain/state-labels.ts';
import type { CardTexts } from './card-texts.ts';
import { WHOLE_RESPONSE } from './whole-response.ts';

/** Beijing time is UTC+8 all year. */
const BEIJING_OFFSET_MS = 8 * 3_600_000;

/** A time (epoch ms) as cards show it, `2026-11-20 16:30` in Beijing time (spec 6.3). */
const beijingTime = (ms: number): string =>
  new Date(ms + BEIJING_OFFSET_MS).toISOString().slice(0, -':00.000Z'.length).replace('T', ' ');

/** Keyword that bots in keyword mode require (facts: bots 1.2). */
const KEYWORD = '回放';

const CAUSES_OF_TIERS = { codeChange: '由代码改动引起', undetermined: '原因未能确定', invalid: '无效' } as const;

const FAILURES: Readonly<Record<string, string>> = {
  timeout: '没有及时响应',
  refused: '连接被拒绝',
  reset: '连接被重置',
  dns: '域名无法解析',
  tls: 'TLS 握手失败',
};

const analyzed = ({ analyzedCases, failedCases }: Analysis) => `已分析 ${analyzedCases}/${failedCases} 个未通过用例`;

/** The texts of the bots of spec 2.7, which are Chinese (spec 6.3), with times in Beijing time. */
export const CHINESE: CardTexts = {
  title: (app, result, isTest) => `${isTest ? '【测试消息】' : ''}${app} ${KEYWORD}：${result}`,
  state: (findings) => CHINESE_STATE_LABELS[findings.state](findings),
  ended: (failedCases) => `已结束，${failedCases} 个用例未通过，差异明细已不可用`,
  cause: {
    several: (first, changes) => `${first}等 ${changes} 处差异（代码改动引起）`,
    one: (first) => `${first}（代码改动引起）`,
    cases: (cases) => `${cases} 个用例的差异由代码改动引起`,
    undetermined: (cases) => `未发现代码改动引起的差异，${cases} 个用例原因未能确定`,
    none: '差异均不是由代码改动引起',
  },
  change: '差异',

  environment: '环境',
  pipeline: '流水线',
  branch: '分支',
  commit: '提交',

  replayedEndpoints: '回放接口',
  replayedRequests: '回放请求',
  unchangedEndpoints: '无差异接口',
  endpointsNotReplayed: '未回放接口',
  withoutResult: '没有结果的请求',
  requests: '用例',
  passed: '通过',
  failed: '未通过',
  missedMainEndpoints: '未回放的主接口',
  named: (names, all) => `${names.join('、')}${all > names.length ? ` 等 ${all} 个` : ''}`,

  analysis: 'AI 分析',
  running: (analysis) => `分析尚未完成：${analyzed(analysis)}，完成后的结论见报告`,
  done: ({ failedCases }) => `分析已完成，共 ${failedCases} 个未通过用例`,
  partial: (analysis, because) => `分析中途停止${because}：${analyzed(analysis)}`,
  skipped: (because) => `未进行分析${because}`,
  reasons: {
    QUOTA_EXHAUSTED: '今日自动分析次数已用完',
    NO_EXECUTOR: '未接入分析服务',
    MODEL_QUOTA: 'AI 服务额度不足',
    STALE: '分析中断，没有完成',
  },
  because: (reason) => `（${reason}）`,
  tier: (tier, cases, endpoints) =>
    `${cases} 个用例${CAUSES_OF_TIERS[tier]}${endpoints > 0 ? `（${endpoints} 个接口）` : ''}`,
  join: (parts) => parts.join('，'),
  markedExpected: (cases) => `${cases} 个用例已由人工标记为通过`,
  moreChanges: (changes) => `另有 ${changes} 处差异见报告`,
  changeLine: (title, parts) => `• ${title}：${parts.join('，')}`,
  affects: (cases, of) => `影响 ${cases}/${of} 个用例`,
  example: (endpoint) => `例如 ${endpoint}`,
  at: (location) => `位于 ${location}`,
  inferred: '由响应数据推断',
  consecutive: (runs) => (runs > 1 ? `连续 ${runs} 次出现` : '首次出现'),
  summary: (text) => `AI 说明：${text}`,

  problems: '问题',
  kind: (kind) => KIND_LABELS[kind].zh,
  subject: (kind, subject) => (WHOLE_RESPONSE.has(kind) && subject === 'response' ? '' : failureOf(kind, subject)),
  subjects: (first, all) => `${first.join('、')} 等 ${all} 项`,
  suggested: '（建议忽略）',
  reach: (endpoints, requests, of, example) =>
    `${endpoints} 个接口，${requests}/${of} 个请求受影响${example && `，${example}`}`,
  moreProblems: (kinds) => `另有 ${kinds} 类见报告`,
  colon: '：',
  semicolon: '；',

  pinned: '录制用例：固定用例',
  window: (from, to) => `录制窗口：${beijingTime(from)} 至 ${beijingTime(to)}（北京时间）`,
  replayTime: (from, to) =>
    `回放时间：${beijingTime(from)}${to === null ? ' 开始' : ` 至 ${beijingTime(to)}`}（北京时间）`,
  schedule: (id) => `启动方式：定时计划 ${id}`,
  ignoredFields: (fields) => `忽略规则排除的字段：${fields} 个`,
  run: (planId, round) => `回放编号：${planId}${round > 1 ? `，第 ${round} 轮` : ''}`,

  openReport: '查看报告',
  openPipeline: '查看流水线',
};

const failureOf = (kind: string, subject: string): string | undefined =>
  kind === 'TIMEOUT' || kind === 'CONNECTION_FAILURE' ? FAILURES[subject] : undefined;
