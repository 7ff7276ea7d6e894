import type { Kind } from '../../../compare/domain/kinds.ts';

/** What cards call each kind of difference, in the order of spec 3.3. */
export const KIND_NAMES: Readonly<Record<Kind, string>> = {
  FIELD_VALUE: '字段值不同',
  FIELD_MISSING: '字段缺失',
  FIELD_TYPE: '字段类型不同',
  ARRAY_LENGTH: '数组长度不同',
  ARRAY_ORDER: '数组顺序不同',
  MANY_FIELDS: '大量字段不同',
  EMPTY_RESPONSE: '响应为空',
  RESPONSE_FORMAT: '响应格式改变',
  FEWER_CALLS: '下游调用减少',
  SERVER_ERROR: '服务端错误',
  NOT_FOUND: '资源不存在',
  SENSITIVE_FIELD: '新增敏感字段',
  NEW_FIELD: '新增字段',
  MORE_CALLS: '下游调用增加',
  UNSTRUCTURED_CONTENT: '非结构化内容不同',
  CALL_PARAMETERS: '下游请求参数不同',
  UNAUTHORIZED: '未认证',
  FORBIDDEN: '无权限',
  RATE_LIMITED: '被限流',
  TIMEOUT: '超时',
  CONNECTION_FAILURE: '连接失败',
  UNCLASSIFIED: '未归类的差异',
  NO_DETAILS: '没有差异明细',
};
