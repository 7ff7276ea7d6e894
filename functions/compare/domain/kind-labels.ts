import type { Kind } from './kinds.ts';

/**
 * What each kind of difference is called (interface 2.4): by pages and the CLI, and by vendors' cards; in the order of
 * spec 3.3.
 */
export const KIND_LABELS = {
  FIELD_VALUE: { en: 'Value changed', zh: '字段值不同' },
  FIELD_MISSING: { en: 'Field missing', zh: '字段缺失' },
  FIELD_TYPE: { en: 'Type changed', zh: '字段类型不同' },
  ARRAY_LENGTH: { en: 'List length changed', zh: '数组长度不同' },
  ARRAY_ORDER: { en: 'Order changed', zh: '数组顺序不同' },
  MANY_FIELDS: { en: 'Many fields changed', zh: '大量字段不同' },
  EMPTY_RESPONSE: { en: 'Empty response', zh: '响应为空' },
  RESPONSE_FORMAT: { en: 'Format changed', zh: '响应格式改变' },
  FEWER_CALLS: { en: 'Call missing', zh: '下游调用减少' },
  SERVER_ERROR: { en: 'Server error', zh: '服务端错误' },
  NOT_FOUND: { en: 'Not found', zh: '资源不存在' },
  SENSITIVE_FIELD: { en: 'Sensitive field', zh: '新增敏感字段' },
  NEW_FIELD: { en: 'New field', zh: '新增字段' },
  MORE_CALLS: { en: 'More calls', zh: '下游调用增加' },
  UNSTRUCTURED_CONTENT: { en: 'Content changed', zh: '非结构化内容不同' },
  CALL_PARAMETERS: { en: 'Call parameters', zh: '下游请求参数不同' },
  UNAUTHORIZED: { en: 'Unauthorized', zh: '未认证' },
  FORBIDDEN: { en: 'Forbidden', zh: '无权限' },
  RATE_LIMITED: { en: 'Rate limited', zh: '被限流' },
  TIMEOUT: { en: 'Timeout', zh: '超时' },
  CONNECTION_FAILURE: { en: 'Connection failed', zh: '连接失败' },
  UNCLASSIFIED: { en: 'Status or other change', zh: '未归类的差异' },
  NO_DETAILS: { en: 'Failed without details', zh: '没有差异明细' },
} as const satisfies Record<Kind, { en: string; zh: string }>;
