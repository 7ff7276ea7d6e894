import type { FindingsEntry } from './replay-run.ts';

/** A difference as findings identify it. */
export interface ExpectedFinding extends Pick<FindingsEntry, 'kind' | 'subjects'> {
  group: 'needsAction' | 'toReview';
  /** The only endpoint on which it may occur. */
  operation: string;
  change: string;
}

/** The six changes of the new build: exactly what a replay must find. */
export const PLANTED_CHANGES: readonly ExpectedFinding[] = [
  {
    group: 'needsAction',
    kind: 'FIELD_VALUE',
    subjects: ['price.amount'],
    operation: '/shipping/quote',
    change: 'a wrong value: heavy parcels lose their surcharge',
  },
  {
    group: 'needsAction',
    kind: 'FIELD_MISSING',
    subjects: ['availability.warehouse'],
    operation: '/products/{id}',
    change: 'a missing field: a product no longer says where it is stored',
  },
  {
    group: 'needsAction',
    kind: 'SERVER_ERROR',
    subjects: ['500'],
    operation: '/orders/{id}/invoice',
    change: 'a server error: the invoice fails',
  },
  {
    group: 'needsAction',
    kind: 'FEWER_CALLS',
    subjects: ['inventory POST /reservations'],
    operation: '/checkout',
    change: 'a call fewer: a checkout no longer reserves its products in the inventory',
  },
  {
    group: 'toReview',
    kind: 'NEW_FIELD',
    subjects: ['loyaltyPoints'],
    operation: '/account',
    change: 'a new field: an account shows loyalty points',
  },
  {
    group: 'toReview',
    kind: 'CALL_PARAMETERS',
    subjects: ['shop select * from orders where customer_id = ? order by id limit ? parameters[1]'],
    operation: '/orders',
    change: 'a changed parameter: the list of orders reads 500 rows in place of 5',
  },
];
