import type { NotificationFacts } from '../notification-facts.ts';
import { beijingTime } from './beijing-time.ts';
import { cleanText } from './card-text.ts';

type Row = (facts: NotificationFacts) => string | null;

/** The footnotes of spec 6.3, in its order; the schedule that started the replay, and the ids of the round. */
const ROWS: readonly Row[] = [
  ({ caseSource, caseFrom, caseTo }) =>
    caseSource === 'pinned'
      ? '录制用例：固定用例'
      : `录制窗口：${beijingTime(caseFrom)} 至 ${beijingTime(caseTo)}（北京时间）`,
  ({ startedAt, finishedAt }) =>
    startedAt === null
      ? null
      : `回放时间：${beijingTime(startedAt)}${finishedAt === null ? ' 开始' : ` 至 ${beijingTime(finishedAt)}`}（北京时间）`,
  ({ scheduleId }) => (scheduleId === null ? null : `启动方式：定时计划 ${cleanText(scheduleId)}`),
  ({ findings }) => (findings === null ? null : `忽略规则排除的字段：${findings.excludedFieldCount} 个`),
  ({ planId, round }) => `回放编号：${planId}${round > 1 ? `，第 ${round} 轮` : ''}`,
];

/** Footnotes of a card (spec 6.3). */
export const cardFootnotes = (facts: NotificationFacts): string[] =>
  ROWS.map((row) => row(facts)).filter((note) => note !== null);
