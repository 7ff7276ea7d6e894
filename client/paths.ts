// Made by `npm run client` from the endpoints' schemas; do not edit.

export interface Paths {
  '/openapi/v1/replay-triggers': {
    /**
     * Trigger a replay
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /**
           * 1 to 255 visible ASCII characters. For 24 hours the same key with the same body answers the same planId and starts nothing.
           */
          'idempotency-key'?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': ReplayTrigger;
        };
      };
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ReplayTriggerAnswer;
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
  };
  '/openapi/v1/replay-runs/{planId}': {
    /**
     * Progress and findings of a replay
     */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of a replay plan: 24 hex digits.
           */
          planId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ReplayRun;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
  };
  '/openapi/v1/replay-runs/{planId}/diagnosis': {
    /**
     * Stored result of a replay
     */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of a replay plan: 24 hex digits.
           */
          planId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': StoredResult;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
    /**
     * Write back a diagnosis
     */
    post: {
      parameters: {
        query?: {
          /**
           * The round of the plan that was analysed; the latest unless told.
           */
          round?: string;
        };
        header?: never;
        path: {
          /**
           * Id of a replay plan: 24 hex digits.
           */
          planId: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': Diagnosis;
        };
      };
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Outcome;
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
  };
  '/openapi/v1/analysis-jobs/claim': {
    /**
     * Take the oldest analysis that waits
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            executorId: string;
          };
        };
      };
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              job: AnalysisJob | null;
              errorCode: string | null;
              errorMessage: string | null;
            };
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
  };
  '/openapi/v1/notification-channels': {
    /**
     * List channels
     */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              channels: Channel[];
              supportedTypes: ('alpha_bot' | 'beta_bot' | 'webhook')[];
            };
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
    /**
     * Create or change a channel
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': ChannelToSave;
        };
      };
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              id: string | null;
              errorCode: string | null;
              errorMessage: string | null;
            };
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
  };
  '/openapi/v1/notification-channels/{id}': {
    /**
     * Delete a channel
     */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of a channel.
           */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Outcome;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
  };
  '/openapi/v1/notification-channels/{id}/test': {
    /**
     * Send a sample message
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of a channel.
           */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Outcome;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
  };
  '/progress': {
    /**
     * Progress of a plan
     */
    get: {
      parameters: {
        query: {
          /**
           * Id of a plan.
           */
          planId: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Progress;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
      };
    };
  };
  '/api/progress': {
    /**
     * Progress of a plan
     */
    get: {
      parameters: {
        query: {
          /**
           * Id of a plan.
           */
          planId: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Progress;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
      };
    };
  };
  '/api/createPlan': {
    /**
     * Create a plan from a query
     */
    get: {
      parameters: {
        query: {
          /**
           * Id of an application with recordings.
           */
          appId: string;
          /**
           * Address of the test instance.
           */
          targetEnv: string;
          /**
           * Begin of the window, epoch ms; a day ago unless told.
           */
          caseSourceFrom?: number;
          /**
           * End of the window, epoch ms; now unless told.
           */
          caseSourceTo?: number;
          /**
           * Most cases of an endpoint.
           */
          caseCountLimit?: number;
          /**
           * Shown to people.
           */
          planName?: string;
          /**
           * Only these endpoints.
           */
          operationIds?: string[];
          /**
           * false: downstream calls are made for real.
           */
          enableMock?: boolean;
          /**
           * Filters by tags, as JSON text.
           */
          caseTags?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': CreatePlanAnswer;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
      };
    };
    /**
     * Create a plan
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': PlanToCreate;
        };
      };
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': CreatePlanAnswer;
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        413: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
      };
    };
  };
  '/api/config/schedule/modify/UPDATE': {
    /**
     * Register the main endpoints of an application
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            appId: string;
            mainOperations: string[];
          };
        };
      };
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              responseStatusType: ResponseStatusType;
              body: true;
            };
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        413: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
      };
    };
  };
  '/api/replays': {
    /**
     * List plans, newest first
     */
    get: {
      parameters: {
        query?: {
          /**
           * Of this application only.
           */
          appId?: string;
          /**
           * Most entries of the answer; 50 unless told.
           */
          limit?: number;
          /**
           * The `nextCursor` of the page before.
           */
          cursor?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              items: Plan[];
              nextCursor: string | null;
            };
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
  };
  '/api/replays/{planId}': {
    /**
     * One plan with its latest round
     */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of a replay plan: 24 hex digits.
           */
          planId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': PlanWithRound;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
  };
  '/api/replays/{planId}/cases': {
    /**
     * Results of a plan’s latest round
     */
    get: {
      parameters: {
        query?: {
          /**
           * Only results of this state.
           */
          state?: 'PASSED' | 'FAILED' | 'NO_RESULT';
          /**
           * Only of this endpoint.
           */
          operation?: string;
          /**
           * Only with a difference of this kind.
           */
          kind?:
            | 'FIELD_VALUE'
            | 'FIELD_MISSING'
            | 'FIELD_TYPE'
            | 'ARRAY_LENGTH'
            | 'ARRAY_ORDER'
            | 'EMPTY_RESPONSE'
            | 'RESPONSE_FORMAT'
            | 'SERVER_ERROR'
            | 'NOT_FOUND'
            | 'SENSITIVE_FIELD'
            | 'NEW_FIELD'
            | 'UNSTRUCTURED_CONTENT'
            | 'UNAUTHORIZED'
            | 'FORBIDDEN'
            | 'RATE_LIMITED'
            | 'TIMEOUT'
            | 'CONNECTION_FAILURE'
            | 'UNCLASSIFIED'
            | 'MANY_FIELDS'
            | 'FEWER_CALLS'
            | 'MORE_CALLS'
            | 'CALL_PARAMETERS'
            | 'NO_DETAILS';
          /**
           * Most entries of the answer; 50 unless told.
           */
          limit?: number;
          /**
           * The `nextCursor` of the page before.
           */
          cursor?: string;
        };
        header?: never;
        path: {
          /**
           * Id of a replay plan: 24 hex digits.
           */
          planId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              items: Result[];
              nextCursor: string | null;
            };
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
  };
  '/api/replays/{planId}/cases/{planItemId}': {
    /**
     * One result with both sides and its differences
     */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of a replay plan: 24 hex digits.
           */
          planId: string;
          /**
           * Id of one request of the plan: `<planId>:<n>`.
           */
          planItemId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ResultWithSides;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
  };
  '/api/replays/{planId}/stop': {
    /**
     * Stop a replay
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of a replay plan: 24 hex digits.
           */
          planId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Round;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        409: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
  };
  '/api/replays/{planId}/rerun': {
    /**
     * Run a plan again
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of a replay plan: 24 hex digits.
           */
          planId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Round;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        409: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
  };
  '/api/replays/{planId}/recompare': {
    /**
     * Compare the stored answers again
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of a replay plan: 24 hex digits.
           */
          planId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        202: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Round;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        409: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
  };
  '/api/replays/{planId}/changes': {
    /**
     * What changed since another run
     */
    get: {
      parameters: {
        query?: {
          /**
           * planId of a run of the same application.
           */
          since?: string;
        };
        header?: never;
        path: {
          /**
           * Id of a replay plan: 24 hex digits.
           */
          planId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              planId: string;
              since: string | null;
              new: EndpointFinding[];
              gone: EndpointFinding[];
              unchanged: EndpointFinding[];
            };
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        409: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
  };
  '/api/replays/{planId}/rules': {
    /**
     * What today’s rules took out of a run
     */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of a replay plan: 24 hex digits.
           */
          planId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              items: {
                ruleId: string;
                kind:
                  | 'ignore'
                  | 'ignore-order'
                  | 'array-key'
                  | 'tolerance'
                  | 'time-tolerance'
                  | 'ignore-case'
                  | 'null-is-absent'
                  | 'include-only';
                operation: string | null;
                target: 'response' | 'response-headers';
                /**
                 * JSONPath (RFC 9535) of names, indices, *, .. and [?@.key=='v']; $. may be left out.
                 */
                path: string;
                /**
                 * Of array-key: member paths that together identify an element, such as id or product.sku. The order of the list does not count.
                 */
                keys?: string[];
                tolerance?: {
                  absolute?: number;
                  relative?: number;
                  ms?: number;
                };
                origin: 'person' | 'noise-reduction' | 'built-in';
                comment?: string;
                createdBy: string;
                createdAt: string;
                requests: number | null;
                fields: number | null;
                unused: boolean | null;
              }[];
              nextCursor: string | null;
            };
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        409: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
  };
  '/api/replays/{planId}/cases/{planItemId}/mark': {
    /**
     * Mark a request passed
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of a replay plan: 24 hex digits.
           */
          planId: string;
          /**
           * Id of one request of the plan: `<planId>:<n>`.
           */
          planItemId: string;
        };
        cookie?: never;
      };
      requestBody?: {
        content: {
          'application/json': {
            comment?: string | null;
          };
        };
      };
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              planItemId: string;
              marked: boolean;
              mark: Mark | null;
            };
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        409: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
    /**
     * Take a mark back
     */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of a replay plan: 24 hex digits.
           */
          planId: string;
          /**
           * Id of one request of the plan: `<planId>:<n>`.
           */
          planItemId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              planItemId: string;
              marked: boolean;
              mark: Mark | null;
            };
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
  };
  '/api/replays/{planId}/noise': {
    /**
     * Suggestions of a plan’s latest round
     */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of a replay plan: 24 hex digits.
           */
          planId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              items: Suggestion[];
              nextCursor: string | null;
            };
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
  };
  '/api/replays/{planId}/noise/{id}/apply': {
    /**
     * Ignore a suggested field from now on
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of a replay plan: 24 hex digits.
           */
          planId: string;
          /**
           * Id of a suggestion.
           */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Suggestion;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        409: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
  };
  '/api/replays/{planId}/noise/{id}/revert': {
    /**
     * Take a suggestion back
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of a replay plan: 24 hex digits.
           */
          planId: string;
          /**
           * Id of a suggestion.
           */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Suggestion;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
  };
  '/api/apps/{appId}/compare-rules': {
    /**
     * Compare rules of an application
     */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of an application.
           */
          appId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              items: {
                ruleId: string;
                kind:
                  | 'ignore'
                  | 'ignore-order'
                  | 'array-key'
                  | 'tolerance'
                  | 'time-tolerance'
                  | 'ignore-case'
                  | 'null-is-absent'
                  | 'include-only';
                operation: string | null;
                target: 'response' | 'response-headers';
                /**
                 * JSONPath (RFC 9535) of names, indices, *, .. and [?@.key=='v']; $. may be left out.
                 */
                path: string;
                /**
                 * Of array-key: member paths that together identify an element, such as id or product.sku. The order of the list does not count.
                 */
                keys?: string[];
                tolerance?: {
                  absolute?: number;
                  relative?: number;
                  ms?: number;
                };
                origin: 'person' | 'noise-reduction' | 'built-in';
                comment?: string;
                createdBy: string;
                createdAt: string;
                enabled: boolean;
              }[];
              nextCursor: string | null;
            };
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
    /**
     * Add a compare rule
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of an application.
           */
          appId: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': CompareRuleToAdd;
        };
      };
      responses: {
        201: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': CompareRule;
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        409: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
  };
  '/api/apps/{appId}/compare-rules/export': {
    /**
     * All rules of an application as one document
     */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of an application.
           */
          appId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              version: 1;
              rules: CompareRule[];
            };
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
  };
  '/api/apps/{appId}/compare-rules/import': {
    /**
     * Add the rules of such a document
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of an application.
           */
          appId: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            version: 1;
            /**
             * Rules as they are exported, or as they are added; what one leaves out is as it is for a new one.
             */
            rules: unknown[];
          };
        };
      };
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              added: number;
              replaced: number;
            };
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        409: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
  };
  '/api/apps/{appId}/compare-rules/preview': {
    /**
     * What a rule would change in a finished run
     */
    post: {
      parameters: {
        query: {
          /**
           * The run.
           */
          planId: string;
        };
        header?: never;
        path: {
          /**
           * Id of an application.
           */
          appId: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': CompareRuleToAdd;
        };
      };
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              before: FindingsSummary;
              after: FindingsSummary;
              removed: {
                kind:
                  | 'FIELD_VALUE'
                  | 'FIELD_MISSING'
                  | 'FIELD_TYPE'
                  | 'ARRAY_LENGTH'
                  | 'ARRAY_ORDER'
                  | 'EMPTY_RESPONSE'
                  | 'RESPONSE_FORMAT'
                  | 'SERVER_ERROR'
                  | 'NOT_FOUND'
                  | 'SENSITIVE_FIELD'
                  | 'NEW_FIELD'
                  | 'UNSTRUCTURED_CONTENT'
                  | 'UNAUTHORIZED'
                  | 'FORBIDDEN'
                  | 'RATE_LIMITED'
                  | 'TIMEOUT'
                  | 'CONNECTION_FAILURE'
                  | 'UNCLASSIFIED'
                  | 'MANY_FIELDS'
                  | 'FEWER_CALLS'
                  | 'MORE_CALLS'
                  | 'CALL_PARAMETERS'
                  | 'NO_DETAILS';
                subject: string;
                operationName: string;
                affectedRequests: number;
              }[];
              added: {
                kind:
                  | 'FIELD_VALUE'
                  | 'FIELD_MISSING'
                  | 'FIELD_TYPE'
                  | 'ARRAY_LENGTH'
                  | 'ARRAY_ORDER'
                  | 'EMPTY_RESPONSE'
                  | 'RESPONSE_FORMAT'
                  | 'SERVER_ERROR'
                  | 'NOT_FOUND'
                  | 'SENSITIVE_FIELD'
                  | 'NEW_FIELD'
                  | 'UNSTRUCTURED_CONTENT'
                  | 'UNAUTHORIZED'
                  | 'FORBIDDEN'
                  | 'RATE_LIMITED'
                  | 'TIMEOUT'
                  | 'CONNECTION_FAILURE'
                  | 'UNCLASSIFIED'
                  | 'MANY_FIELDS'
                  | 'FEWER_CALLS'
                  | 'MORE_CALLS'
                  | 'CALL_PARAMETERS'
                  | 'NO_DETAILS';
                subject: string;
                operationName: string;
                affectedRequests: number;
              }[];
              requests: number;
              cut: boolean;
            };
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        409: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
  };
  '/api/apps/{appId}/compare-rules/{ruleId}': {
    /**
     * One compare rule
     */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of an application.
           */
          appId: string;
          /**
           * Id of a compare rule.
           */
          ruleId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': CompareRule;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
    /**
     * Remove a compare rule
     */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of an application.
           */
          appId: string;
          /**
           * Id of a compare rule.
           */
          ruleId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              ruleId: string;
            };
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
  };
  '/api/login/getVerificationCode/{userName}': {
    /**
     * Ask for a code by mail
     */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * The mail address of a user.
           */
          userName: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              responseStatusType: ResponseStatusType;
              body: {
                success: boolean;
              };
            };
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
      };
    };
  };
  '/api/login/verify': {
    /**
     * Exchange a code for tokens
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            /**
             * The mail address that the code was sent to.
             */
            userName: string;
            verifyCode?: string | null;
            verificationCode?: string | null;
          };
        };
      };
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              responseStatusType: ResponseStatusType;
              body: LoginAnswer;
            };
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        413: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
      };
    };
  };
  '/api/login/refresh/{userName}': {
    /**
     * New tokens for old ones
     */
    get: {
      parameters: {
        query?: never;
        header?: {
          /**
           * An access token of the session.
           */
          'access-token'?: string;
          /**
           * A refresh token of the session; one is enough.
           */
          'refresh-token'?: string;
        };
        path: {
          /**
           * The mail address of a user.
           */
          userName: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              responseStatusType: ResponseStatusType;
              body: LoginAnswer;
            };
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
      };
    };
  };
  '/api/login/loginAsGuest': {
    /**
     * Log in as a guest
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: {
        content: {
          'application/json': {
            /**
             * A name that an earlier guest login answered; any other is passed over.
             */
            userName?: string | null;
          };
        };
      };
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json':
              | {
                  responseStatusType: ResponseStatusType;
                  body: LoginAnswer;
                }
              | ConsoleRefusal;
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        413: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
      };
    };
  };
  '/api/login/oauthInfo/{oauthType}': {
    /**
     * Begin a login at a provider
     */
    get: {
      parameters: {
        query?: {
          /**
           * Where the provider sends the browser back to: a path below SVC_PUBLIC_URL, without a query; `/console/login/callback` unless told. It has to be registered with the provider, letter for letter.
           */
          redirectUri?: string;
        };
        header?: {
          /**
           * A secret of the browser or client, new for each login, 32 characters or more. Where oauthInfo was given one, oauthLogin is given the same, so that nobody else uses the state.
           */
          'browser-secret'?: string;
        };
        path: {
          /**
           * The provider.
           */
          oauthType: 'github' | 'google' | 'oidc';
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json':
              | {
                  responseStatusType: ResponseStatusType;
                  body: {
                    clientId: string;
                    oauthUri: string;
                    state: string;
                  };
                }
              | ConsoleRefusal;
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
      };
    };
  };
  '/api/login/oauthLogin': {
    /**
     * Exchange the code of a provider for tokens
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /**
           * A secret of the browser or client, new for each login, 32 characters or more. Where oauthInfo was given one, oauthLogin is given the same, so that nobody else uses the state.
           */
          'browser-secret'?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            oauthType: 'github' | 'google' | 'oidc';
            code: string;
            /**
             * The one that oauthInfo was asked with.
             */
            redirectUri: string;
            /**
             * The state of oauthInfo, as the provider sent it back.
             */
            state: string;
            iss?: string | null;
          };
        };
      };
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json':
              | {
                  responseStatusType: ResponseStatusType;
                  body: LoginAnswer;
                }
              | ConsoleRefusal;
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        413: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
      };
    };
  };
  '/api/login/logout': {
    /**
     * End a session
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /**
           * An access token of the session.
           */
          'access-token'?: string;
          /**
           * A refresh token of the session; one is enough.
           */
          'refresh-token'?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              responseStatusType: ResponseStatusType;
              body: {
                success: boolean;
              };
            };
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        413: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
      };
    };
  };
  '/api/api-keys': {
    /**
     * Make an API key
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            name: string;
            scopes: (
              | 'read'
              | 'write'
              | 'record'
              | 'agent'
              | 'admin'
              | 'eval:read'
              | 'eval:run'
              | 'eval:policy'
              | 'eval:admin'
              | 'scores:write'
            )[];
          };
        };
      };
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              responseStatusType: ResponseStatusType;
              body: NewApiKey;
            };
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        409: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        413: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
      };
    };
    /**
     * List API keys
     */
    get: {
      parameters: {
        query?: {
          /**
           * Most entries of the answer; 50 unless told.
           */
          limit?: number;
          /**
           * The `nextCursor` of the page before.
           */
          cursor?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              responseStatusType: ResponseStatusType;
              body: {
                items: ApiKey[];
                nextCursor: string | null;
              };
            };
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
      };
    };
  };
  '/api/api-keys/{id}': {
    /**
     * Remove an API key
     */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of a key.
           */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              responseStatusType: ResponseStatusType;
              body: {
                id: string;
              };
            };
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
      };
    };
  };
  '/api/tenants': {
    /**
     * Make a tenant
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            tenantId: string;
            name?: string | null;
          };
        };
      };
      responses: {
        201: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': NewTenant;
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        409: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
    /**
     * List the tenants besides `default`
     */
    get: {
      parameters: {
        query?: {
          /**
           * Most entries of the answer; 50 unless told.
           */
          limit?: number;
          /**
           * The `nextCursor` of the page before.
           */
          cursor?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              items: Tenant[];
              nextCursor: string | null;
            };
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
  };
  '/api/users/{userName}': {
    /**
     * One user
     */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * The mail address of a user.
           */
          userName: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': User;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
    /**
     * Give a user a role
     */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * The mail address of a user.
           */
          userName: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            role: 'viewer' | 'member' | 'admin';
          };
        };
      };
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': User;
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
  };
  '/api/users/{userName}/sessions': {
    /**
     * End all sessions of a user
     */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * The mail address of a user.
           */
          userName: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              responseStatusType: ResponseStatusType;
              body: {
                userName: string;
              };
            };
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
      };
    };
  };
  '/api/audit': {
    /**
     * Who changed what, the newest first
     */
    get: {
      parameters: {
        query?: {
          /**
           * Most entries of the answer; 50 unless told.
           */
          limit?: number;
          /**
           * The `nextCursor` of the page before.
           */
          cursor?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              items: AuditEntry[];
              nextCursor: string | null;
            };
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
  };
  '/api/recorder/cases': {
    /**
     * Record cases
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': CaseToRecord[] | CaseToRecord;
          /**
           * One case a line.
           */
          'application/x-ndjson': string;
        };
      };
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': IntakeAnswer;
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        413: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
  };
  '/api/recorder/imports': {
    /**
     * Import recordings of other tools
     */
    post: {
      parameters: {
        query: {
          /**
           * The application that the cases are of.
           */
          appId: string;
          /**
           * What the file is.
           */
          format: 'har' | 'goreplay';
          /**
           * Keeps the times of the file; else all are shifted so that the newest exchange is now.
           */
          recordedAt?: 'original';
          /**
           * Whether the cases are pinned.
           */
          pin?: 'true' | 'false';
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          /**
           * The file.
           */
          'application/octet-stream': string;
        };
      };
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': IntakeAnswer;
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        413: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
  };
  '/api/recorder/apps': {
    /**
     * Applications with recordings
     */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              items: {
                appId: string;
              }[];
              nextCursor: string | null;
            };
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
  };
  '/api/recorder/apps/{appId}/operations': {
    /**
     * Endpoints of an application
     */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of an application.
           */
          appId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              items: {
                operation: string;
              }[];
              nextCursor: string | null;
            };
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
  };
  '/api/recorder/apps/{appId}/cases': {
    /**
     * Cases of an application, newest first
     */
    get: {
      parameters: {
        query?: {
          /**
           * Only of this endpoint.
           */
          operation?: string;
          /**
           * Recorded at this time or later.
           */
          from?: string;
          /**
           * Recorded before this time.
           */
          to?: string;
          /**
           * For instance, the tag `tier`.
           */
          'tag.tier'?: string;
          /**
           * Most entries of the answer; 50 unless told.
           */
          limit?: number;
          /**
           * The `nextCursor` of the page before.
           */
          cursor?: string;
        };
        header?: never;
        path: {
          /**
           * Id of an application.
           */
          appId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              items: Case[];
              nextCursor: string | null;
            };
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
  };
  '/api/recorder/cases/{caseId}': {
    /**
     * One case with everything that was recorded
     */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of a recorded case.
           */
          caseId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': CaseWithPayload;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
    /**
     * Delete a case, pinned or not
     */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of a recorded case.
           */
          caseId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Outcome;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
  };
  '/api/recorder/cases/{caseId}/pin': {
    /**
     * Keep a case beyond its retention
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of a recorded case.
           */
          caseId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Outcome;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
  };
  '/api/recorder/cases/{caseId}/unpin': {
    /**
     * Let a pinned case expire again
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of a recorded case.
           */
          caseId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Outcome;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
  };
  '/api/apps/{appId}/settings': {
    /**
     * Settings of an application
     */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of an application.
           */
          appId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ApplicationSettings;
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
    /**
     * Change settings of an application
     */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of an application.
           */
          appId: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': SettingsChange;
        };
      };
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ApplicationSettings;
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        413: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
  };
  '/api/recorder/logs': {
    /**
     * Log rows of a trace
     */
    get: {
      parameters: {
        query: {
          /**
           * The trace.
           */
          trace_id: string;
          /**
           * Begin of the window, inclusive.
           */
          since: string;
          /**
           * End of the window, exclusive.
           */
          until: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': LogRows | LogsRefusal;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ConsoleRefusal;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Refusal;
          };
        };
      };
    };
  };
  '/v1/logs': {
    /**
     * Take logs in by OTLP/HTTP
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /**
           * gzip, or none.
           */
          'content-encoding'?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            resourceLogs?: unknown[];
          };
          /**
           * ExportLogsServiceRequest.
           */
          'application/x-protobuf': string;
        };
      };
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              partialSuccess?: {
                rejectedLogRecords: string;
                errorMessage: string;
              };
            };
            /**
             * ExportLogsServiceResponse.
             */
            'application/x-protobuf': string;
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': RpcStatus;
            /**
             * google.rpc.Status.
             */
            'application/x-protobuf': string;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': RpcStatus;
            /**
             * google.rpc.Status.
             */
            'application/x-protobuf': string;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': RpcStatus;
            /**
             * google.rpc.Status.
             */
            'application/x-protobuf': string;
          };
        };
        413: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': RpcStatus;
            /**
             * google.rpc.Status.
             */
            'application/x-protobuf': string;
          };
        };
        415: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': RpcStatus;
            /**
             * google.rpc.Status.
             */
            'application/x-protobuf': string;
          };
        };
        503: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': RpcStatus;
            /**
             * google.rpc.Status.
             */
            'application/x-protobuf': string;
          };
        };
      };
    };
  };
  '/api/v1/eval/artifacts': {
    /**
     * Commit an artifact, or open an upload
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': ArtifactToCreate;
        };
      };
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': CreatedArtifact;
          };
        };
        201: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': CreatedArtifact;
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        413: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        415: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        422: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
  };
  '/api/v1/eval/artifacts/{digest}/commit': {
    /**
     * Verify and commit what was uploaded
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Digest of the bytes; its colon may be written as `%3A`.
           */
          digest: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Artifact;
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        409: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        410: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        422: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
  };
  '/api/v1/eval/artifacts/{digest}': {
    /**
     * What is known of an artifact
     */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Digest of the bytes; its colon may be written as `%3A`.
           */
          digest: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Artifact;
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
  };
  '/api/v1/eval/artifacts/{digest}/download': {
    /**
     * Where the bytes of an artifact are fetched
     */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Digest of the bytes; its colon may be written as `%3A`.
           */
          digest: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              url: string;
              method: 'GET';
              expires_at: string;
              size_bytes: number;
              digest: string;
              media_type: string;
            };
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        409: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        410: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
  };
  '/api/v1/eval/runs/{runId}/artifacts': {
    /**
     * Artifacts of a run, the newest first
     */
    get: {
      parameters: {
        query?: {
          /**
           * Most entries of the answer; 50 unless told.
           */
          limit?: number;
          /**
           * The `next_cursor` of the page before.
           */
          cursor?: string;
        };
        header?: never;
        path: {
          /**
           * Id of the run.
           */
          runId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              data: Artifact[];
              next_cursor: string | null;
              has_more: boolean;
            };
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
  };
  '/api/v1/eval/resolve': {
    /**
     * Fix five manifests as a workflow version
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            framework_definition: {
              digest: string;
            };
            runner: {
              version: string;
            };
            subject: {
              version: string;
            };
            environment: {
              version: string;
            };
            gate_policy: {
              version: string;
            };
          };
        };
      };
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ResolvedWorkflow;
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        413: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        415: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        422: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
  };
  '/api/v1/eval/workflows': {
    /**
     * Workflow versions, newest first
     */
    get: {
      parameters: {
        query?: {
          /**
           * Most entries of the answer; 50 unless told.
           */
          limit?: number;
          /**
           * The `next_cursor` of the page before.
           */
          cursor?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              data: ResolvedWorkflow[];
              next_cursor: string | null;
              has_more: boolean;
            };
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
  };
  '/api/v1/eval/workflows/validate': {
    /**
     * Check a workflow version strictly, and keep nothing
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json':
            | {
                framework_definition: {
                  digest: string;
                };
                runner: {
                  version: string;
                };
                subject: {
                  version: string;
                };
                environment: {
                  version: string;
                };
                gate_policy: {
                  version: string;
                };
              }
            | {
                workflow_version_digest: string;
              };
        };
      };
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': WorkflowValidation;
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        413: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        415: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        422: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
  };
  '/api/v1/eval/workflows/{digest}': {
    /**
     * One workflow version, with what is known of it now
     */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Digest of a workflow version; the colon may be written `%3A`.
           */
          digest: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ResolvedWorkflow;
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
  };
  '/api/v1/eval/capabilities': {
    /**
     * What hosts can do, and the runners that come with the service
     */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': EvaluationCapabilities;
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
  };
  '/api/v1/eval/runs': {
    /**
     * Run a workflow version
     */
    post: {
      parameters: {
        query?: never;
        header?: {
          /**
           * ASCII, kept for 24 h: the same body is answered as before, with `Idempotency-Replayed: true`.
           */
          'Idempotency-Key'?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            workflow_version_digest: string;
            labels?: {
              [k: string]: string;
            } | null;
            baseline_run_id?: string | null;
          };
        };
      };
      responses: {
        201: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': CreatedRun;
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        413: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        415: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        422: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
    /**
     * List runs
     */
    get: {
      parameters: {
        query?: {
          /**
           * Of this status only.
           */
          status?: 'queued' | 'running' | 'cancelling' | 'succeeded' | 'failed' | 'cancelled';
          /**
           * Of this workflow version only.
           */
          workflow_version_digest?: string;
          /**
           * Of this lineage only.
           */
          lineage_digest?: string;
          /**
           * Created later than this.
           */
          created_after?: string;
          /**
           * Created earlier than this.
           */
          created_before?: string;
          /**
           * By creation; the newest first unless told.
           */
          order?: 'asc' | 'desc';
          /**
           * Most entries of the answer; 50 unless told.
           */
          limit?: number;
          /**
           * The `next_cursor` of the page before.
           */
          cursor?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              data: WorkflowRun[];
              next_cursor: string | null;
              has_more: boolean;
            };
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
  };
  '/api/v1/eval/runs/{runId}': {
    /**
     * One run
     */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of a run.
           */
          runId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': WorkflowRun;
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
  };
  '/api/v1/eval/runs/{runId}/cancel': {
    /**
     * Cancel a run
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of a run.
           */
          runId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': WorkflowRun;
          };
        };
        202: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': WorkflowRun;
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        409: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
  };
  '/api/v1/eval/runs/{runId}/attempts': {
    /**
     * The attempts of a run, the newest first
     */
    get: {
      parameters: {
        query?: {
          /**
           * Most entries of the answer; 50 unless told.
           */
          limit?: number;
          /**
           * The `next_cursor` of the page before.
           */
          cursor?: string;
        };
        header?: never;
        path: {
          /**
           * Id of a run.
           */
          runId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              data: FrameworkAttempt[];
              next_cursor: string | null;
              has_more: boolean;
            };
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
  };
  '/api/v1/eval/attempts/{attemptId}': {
    /**
     * One attempt
     */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of an attempt.
           */
          attemptId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': FrameworkAttempt;
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
  };
  '/api/v1/eval/events': {
    /**
     * Follow what happens
     */
    get: {
      parameters: {
        query?: {
          /**
           * Most entries of the answer; 50 unless told.
           */
          limit?: number;
          /**
           * The `next_cursor` of the page before.
           */
          cursor?: string;
          /**
           * Of this run only.
           */
          workflow_run_id?: string;
          /**
           * Of this type only.
           */
          type?:
            | 'workflow.validated'
            | 'framework.attempted'
            | 'artifact.committed'
            | 'framework.result.accepted'
            | 'gate.decided'
            | 'workflow.completed'
            | 'workflow.cancel_requested'
            | 'online_policy.evaluated';
          /**
           * Waits so long for an event where there is none; 0 unless told.
           */
          wait_seconds?: number;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              data: LedgerEvent[];
              next_cursor: string;
              has_more: boolean;
            };
            'application/cloudevents-batch+json': CloudEvent[];
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
  };
  '/api/v1/eval/runs/{runId}/events': {
    /**
     * Follow what happens to a run
     */
    get: {
      parameters: {
        query?: {
          /**
           * Most entries of the answer; 50 unless told.
           */
          limit?: number;
          /**
           * The `next_cursor` of the page before.
           */
          cursor?: string;
          /**
           * Of this type only.
           */
          type?:
            | 'workflow.validated'
            | 'framework.attempted'
            | 'artifact.committed'
            | 'framework.result.accepted'
            | 'gate.decided'
            | 'workflow.completed'
            | 'workflow.cancel_requested'
            | 'online_policy.evaluated';
          /**
           * Waits so long for an event where there is none; 0 unless told.
           */
          wait_seconds?: number;
        };
        header?: never;
        path: {
          /**
           * Id of a run.
           */
          runId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              data: LedgerEvent[];
              next_cursor: string;
              has_more: boolean;
            };
            'application/cloudevents-batch+json': CloudEvent[];
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
  };
  '/api/v1/eval/runs/{runId}/gate': {
    /**
     * Whether the release may go
     */
    get: {
      parameters: {
        query?: {
          /**
           * As a check for CI.
           */
          format?: 'check';
        };
        header?: never;
        path: {
          /**
           * Id of a run.
           */
          runId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Gate | GateCheck;
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
  };
  '/api/v1/eval/runs/{runId}/gate-decisions': {
    /**
     * Decide about a finished run by another policy
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of a run.
           */
          runId: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': GateDecisionToMake;
        };
      };
      responses: {
        201: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': GateDecision;
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        409: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        410: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        413: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        415: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        422: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
    /**
     * Every decision about a run, the newest first
     */
    get: {
      parameters: {
        query?: {
          /**
           * Most entries of the answer; 50 unless told.
           */
          limit?: number;
          /**
           * The `next_cursor` of the page before.
           */
          cursor?: string;
        };
        header?: never;
        path: {
          /**
           * Id of a run.
           */
          runId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              data: GateDecision[];
              next_cursor: string | null;
              has_more: boolean;
            };
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
  };
  '/api/v1/eval/gates/{gateDecisionId}': {
    /**
     * One gate decision
     */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of a gate decision.
           */
          gateDecisionId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': GateDecision;
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
  };
  '/api/v2/scores': {
    /**
     * Write a score
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': ScoreToWrite;
        };
      };
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Score;
          };
        };
        201: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Score;
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        409: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        413: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        415: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        422: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
    /**
     * List scores, the newest first
     */
    get: {
      parameters: {
        query?: {
          /**
           * Of this type of target.
           */
          target_type?: 'span' | 'trace' | 'session' | 'workflow_run' | 'framework_attempt';
          /**
           * Of the targets of this id.
           */
          target_id?: string;
          /**
           * Of this name.
           */
          name?: string;
          /**
           * Of this run, its attempts, and what they measured.
           */
          workflow_run_id?: string;
          /**
           * Of this source.
           */
          source?: 'api' | 'user' | 'annotation' | 'evaluator';
          /**
           * Of clients, or of trusted hosts.
           */
          origin?: 'client' | 'trusted_host';
          /**
           * Of this type.
           */
          data_type?: 'numeric' | 'boolean' | 'categorical' | 'text';
          /**
           * Not before this timestamp.
           */
          from?: string;
          /**
           * Before this timestamp.
           */
          to?: string;
          /**
           * Most entries of the answer; 50 unless told.
           */
          limit?: number;
          /**
           * The `next_cursor` of the page before.
           */
          cursor?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              data: Score[];
              next_cursor: string | null;
              has_more: boolean;
            };
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
  };
  '/api/v2/scores/{scoreId}': {
    /**
     * One score
     */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of a score.
           */
          scoreId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Score;
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
  };
  '/api/v1/scores': {
    /**
     * Write a score of a span, a trace or a session (version 1)
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': LegacyScoreToWrite;
        };
      };
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': LegacyScore;
          };
        };
        201: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': LegacyScore;
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        409: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        413: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        415: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        422: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
    /**
     * List scores of spans, traces and sessions, the newest first (version 1)
     */
    get: {
      parameters: {
        query?: {
          /**
           * Of this trace, and of spans that named it.
           */
          trace_id?: string;
          /**
           * Of this span.
           */
          span_id?: string;
          /**
           * Of this session.
           */
          session_id?: string;
          /**
           * Of this name.
           */
          name?: string;
          /**
           * Most entries of the answer; 50 unless told.
           */
          limit?: number;
          /**
           * The `next_cursor` of the page before.
           */
          cursor?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              data: LegacyScore[];
              next_cursor: string | null;
              has_more: boolean;
            };
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
  };
  '/api/v2/score-configs': {
    /**
     * Say what values scores of a name may have
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': ScoreConfigToAdd;
        };
      };
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ScoreConfig;
          };
        };
        201: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ScoreConfig;
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        409: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        413: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        415: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        422: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
    /**
     * List score configs, the newest first
     */
    get: {
      parameters: {
        query?: {
          /**
           * Most entries of the answer; 50 unless told.
           */
          limit?: number;
          /**
           * The `next_cursor` of the page before.
           */
          cursor?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              data: ScoreConfig[];
              next_cursor: string | null;
              has_more: boolean;
            };
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
  };
  '/api/v2/score-configs/{configId}': {
    /**
     * One score config
     */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of a score config.
           */
          configId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': ScoreConfig;
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
  };
  '/api/v1/eval/hosts': {
    /**
     * Register a federated worker
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': HostToRegister;
        };
      };
      responses: {
        201: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              host_id: string;
              keyid: string;
            };
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        409: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        413: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        415: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        422: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
    /**
     * List federated workers, the newest first
     */
    get: {
      parameters: {
        query?: {
          /**
           * Most entries of the answer; 50 unless told.
           */
          limit?: number;
          /**
           * The `next_cursor` of the page before.
           */
          cursor?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              data: EvaluationHost[];
              next_cursor: string | null;
              has_more: boolean;
            };
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
  };
  '/api/v1/eval/hosts/token': {
    /**
     * Get a token for a federated worker
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': HostAssertion;
          'application/x-www-form-urlencoded': HostAssertion;
        };
      };
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              access_token: string;
              token_type: 'Bearer';
              expires_in: number;
              scope: 'host:publish';
            };
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        413: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        415: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        422: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
  };
  '/api/v1/eval/hosts/{hostId}': {
    /**
     * One federated worker
     */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of a host.
           */
          hostId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': EvaluationHost;
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
    /**
     * Revoke a federated worker
     */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of a host.
           */
          hostId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: {
          headers: {
            [k: string]: string;
          };
          content: {};
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
  };
  '/api/v1/eval/hosts/{hostId}/keys': {
    /**
     * Add a second key to a federated worker
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of a host.
           */
          hostId: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': HostKeyToAdd;
        };
      };
      responses: {
        201: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              host_id: string;
              keyid: string;
            };
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        409: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        413: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        415: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        422: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
  };
  '/api/v1/eval/hosts/{hostId}/keys/{keyid}': {
    /**
     * Remove a key of a federated worker
     */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of a host.
           */
          hostId: string;
          /**
           * Thumbprint of a key (RFC 7638).
           */
          keyid: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: {
          headers: {
            [k: string]: string;
          };
          content: {};
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        409: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
  };
  '/api/v1/eval/leases': {
    /**
     * Take an attempt to work at
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': LeaseToTake;
        };
      };
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': EvaluationLease;
          };
        };
        204: {
          headers: {
            [k: string]: string;
          };
          content: {};
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        413: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        415: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        422: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
  };
  '/api/v1/eval/leases/{leaseId}/heartbeat': {
    /**
     * Keep a lease for another minute
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of a lease.
           */
          leaseId: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            progress?: number | null;
          };
        };
      };
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              lease_id: string;
              lease_epoch: number;
              cancel_requested: boolean;
              expires_at: string;
            };
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        409: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        413: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        415: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        422: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
  };
  '/api/v1/eval/events/publish': {
    /**
     * Publish what a federated worker signed about its attempt
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': DsseEnvelope;
        };
      };
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Publication;
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        409: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        413: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        415: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        422: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
  };
  '/api/v1/eval/online-policies': {
    /**
     * Evaluate samples of what is recorded, on a schedule
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': OnlinePolicyToMake;
        };
      };
      responses: {
        201: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': OnlinePolicy;
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        409: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        413: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        415: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        422: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
    /**
     * List online policies, the newest first
     */
    get: {
      parameters: {
        query?: {
          /**
           * Most entries of the answer; 50 unless told.
           */
          limit?: number;
          /**
           * The `next_cursor` of the page before.
           */
          cursor?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              data: OnlinePolicy[];
              next_cursor: string | null;
              has_more: boolean;
            };
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
  };
  '/api/v1/eval/online-policies/{policyId}': {
    /**
     * One online policy
     */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of an online policy.
           */
          policyId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': OnlinePolicy;
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
    /**
     * Change an online policy
     */
    patch: {
      parameters: {
        query?: never;
        header: {
          /**
           * The version that is changed, `"1"`.
           */
          'If-Match': string;
        };
        path: {
          /**
           * Id of an online policy.
           */
          policyId: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            [k: string]: unknown;
          };
        };
      };
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': OnlinePolicy;
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        409: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        412: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        413: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        415: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        422: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        428: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
    /**
     * Delete an online policy
     */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of an online policy.
           */
          policyId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: {
          headers: {
            [k: string]: string;
          };
          content: {};
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
  };
  '/api/v1/eval/online-policies/{policyId}/versions': {
    /**
     * What an online policy said, the newest version first
     */
    get: {
      parameters: {
        query?: {
          /**
           * Most entries of the answer; 50 unless told.
           */
          limit?: number;
          /**
           * The `next_cursor` of the page before.
           */
          cursor?: string;
        };
        header?: never;
        path: {
          /**
           * Id of an online policy.
           */
          policyId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              data: OnlinePolicyVersion[];
              next_cursor: string | null;
              has_more: boolean;
            };
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
  };
  '/api/v1/eval/online-policies/{policyId}/executions': {
    /**
     * What became of the windows of an online policy, the latest window first
     */
    get: {
      parameters: {
        query?: {
          /**
           * Most entries of the answer; 50 unless told.
           */
          limit?: number;
          /**
           * The `next_cursor` of the page before.
           */
          cursor?: string;
        };
        header?: never;
        path: {
          /**
           * Id of an online policy.
           */
          policyId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              data: PolicyExecution[];
              next_cursor: string | null;
              has_more: boolean;
            };
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
  };
  '/api/v1/eval/online-policies/{policyId}/run': {
    /**
     * Evaluate one window now
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of an online policy.
           */
          policyId: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            from: string;
            to: string;
          };
        };
      };
      responses: {
        202: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              execution_id: string;
              workflow_run_id: string | null;
            };
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        409: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        413: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        415: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        422: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
  };
  '/api/v1/eval/online-policies/{policyId}/backfills': {
    /**
     * Evaluate what was recorded in the past
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of an online policy.
           */
          policyId: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': BackfillToMake;
        };
      };
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              matched: number;
              sampled: number;
              targets: number;
              skipped: {
                [k: string]: number;
              };
            };
          };
        };
        202: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              backfill_id: string;
              status: 'queued';
            };
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        409: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        413: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        415: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        422: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
    /**
     * Backfills of an online policy, the newest first
     */
    get: {
      parameters: {
        query?: {
          /**
           * Most entries of the answer; 50 unless told.
           */
          limit?: number;
          /**
           * The `next_cursor` of the page before.
           */
          cursor?: string;
        };
        header?: never;
        path: {
          /**
           * Id of an online policy.
           */
          policyId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': {
              data: Backfill[];
              next_cursor: string | null;
              has_more: boolean;
            };
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
  };
  '/api/v1/eval/online-policies/{policyId}/backfills/{backfillId}/cancel': {
    /**
     * Cancel a backfill
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /**
           * Id of an online policy.
           */
          policyId: string;
          /**
           * Id of a backfill.
           */
          backfillId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Backfill;
          };
        };
        202: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/json': Backfill;
          };
        };
        400: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        401: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        403: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        404: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        409: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        429: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
        500: {
          headers: {
            [k: string]: string;
          };
          content: {
            'application/problem+json': Problem;
          };
        };
      };
    };
  };
}
export interface ReplayTrigger {
  /**
   * Application id, neither `.` nor `..`.
   */
  appId: string;
  /**
   * Address of the service under test: http:// or https://, without credentials, query and fragment.
   */
  targetEnv: string;
  operations?: string[] | null;
  caseSource?: ('rolling' | 'pinned') | null;
  caseSourceHours?: number | null;
  caseCountLimit?: number | null;
  caseTags?: {
    [k: string]: string | number | boolean;
  } | null;
  enableMock?: boolean | null;
  passThreshold?: number | null;
  attributes?: {
    [k: string]: unknown;
  } | null;
}
export interface ReplayTriggerAnswer {
  planId: string | null;
  statusUrl: string | null;
  errorCode: string | null;
  errorMessage: string | null;
}
export interface Refusal {
  errorCode: string;
  errorMessage: string;
}
export interface ReplayRun {
  status: 'PENDING' | 'RUNNING' | 'COMPLETED' | 'UNKNOWN';
  progress: number | null;
  verdict: ('PASS' | 'FAIL') | null;
  passRate: number | null;
  totalCases: number | null;
  successCases: number | null;
  failedCases: number | null;
  reportUrl: string | null;
  findings: (Findings | RunningFindings) | null;
  analysis: Analysis | null;
  errorCode: string | null;
  errorMessage: string | null;
}
export interface Findings {
  state: 'NO_CASES' | 'INTERRUPTED' | 'ENVIRONMENT_FAILURE' | 'NEEDS_ACTION' | 'REVIEW_ONLY' | 'LOW_COVERAGE' | 'CLEAN';
  scope: {
    interfacesInScope: number;
    interfacesReplayed: number;
    interfacesUnchanged: number;
    requests: number;
    requestsWithoutResult: number;
  };
  needsActionInterfaces: number;
  needsAction: {
    kind:
      | 'FIELD_VALUE'
      | 'FIELD_MISSING'
      | 'FIELD_TYPE'
      | 'ARRAY_LENGTH'
      | 'ARRAY_ORDER'
      | 'EMPTY_RESPONSE'
      | 'RESPONSE_FORMAT'
      | 'SERVER_ERROR'
      | 'NOT_FOUND'
      | 'SENSITIVE_FIELD'
      | 'NEW_FIELD'
      | 'UNSTRUCTURED_CONTENT'
      | 'UNAUTHORIZED'
      | 'FORBIDDEN'
      | 'RATE_LIMITED'
      | 'TIMEOUT'
      | 'CONNECTION_FAILURE'
      | 'UNCLASSIFIED'
      | 'MANY_FIELDS'
      | 'FEWER_CALLS'
      | 'MORE_CALLS'
      | 'CALL_PARAMETERS'
      | 'NO_DETAILS';
    subjects: string[];
    interfaces: {
      operationName: string;
      affectedRequests: number;
      totalRequests: number;
    }[];
    affectedRequests: number;
    totalRequests: number;
  }[];
  toReviewInterfaces: number;
  toReview: {
    kind:
      | 'FIELD_VALUE'
      | 'FIELD_MISSING'
      | 'FIELD_TYPE'
      | 'ARRAY_LENGTH'
      | 'ARRAY_ORDER'
      | 'EMPTY_RESPONSE'
      | 'RESPONSE_FORMAT'
      | 'SERVER_ERROR'
      | 'NOT_FOUND'
      | 'SENSITIVE_FIELD'
      | 'NEW_FIELD'
      | 'UNSTRUCTURED_CONTENT'
      | 'UNAUTHORIZED'
      | 'FORBIDDEN'
      | 'RATE_LIMITED'
      | 'TIMEOUT'
      | 'CONNECTION_FAILURE'
      | 'UNCLASSIFIED'
      | 'MANY_FIELDS'
      | 'FEWER_CALLS'
      | 'MORE_CALLS'
      | 'CALL_PARAMETERS'
      | 'NO_DETAILS';
    subjects: string[];
    interfaces: {
      operationName: string;
      affectedRequests: number;
      totalRequests: number;
    }[];
    affectedRequests: number;
    totalRequests: number;
  }[];
  coverage: {
    uncoveredInterfaces: number;
    mainOperationsConfigured: boolean;
    uncoveredMainOperations: string[];
  };
  excludedFieldCount: number;
}
export interface RunningFindings {
  state: 'RUNNING';
}
export interface Analysis {
  state: 'RUNNING' | 'DONE' | 'PARTIAL' | 'SKIPPED';
  reason: string | null;
  analyzedCases: number;
  failedCases: number;
  codeChangeCases: number;
  undeterminedCases: number;
  invalidCases: number;
  markedCases: number;
  codeChangeInterfaces: number;
  undeterminedInterfaces: number;
  invalidInterfaces: number;
  codeChanges: {
    findingId: string;
    title: string;
    shortTitle: string;
    operations: string[];
    affectedCases: number;
    replayedCases: number;
    markedCases: number;
    markedAt: number | null;
    sampleOperation: string | null;
    location: {
      file: string | null;
      line: number | null;
      symbol: string | null;
    } | null;
    inferred: boolean;
    consecutive: number;
  }[];
}
export interface StoredResult {
  planId: string;
  verdict: ('PASS' | 'FAIL') | null;
  passRate: number | null;
  totalCases: number | null;
  successCases: number | null;
  failedCases: number | null;
  attributes: {
    [k: string]: unknown;
  } | null;
  summary: string | null;
  errorCode: string | null;
  errorMessage: string | null;
}
export interface Diagnosis {
  state: 'RUNNING' | 'DONE' | 'PARTIAL' | 'SKIPPED';
  reason?: string | null;
  summary?: string | null;
  cases?:
    | {
        planItemId: string;
        tier: 'CODE_CHANGE' | 'UNDETERMINED' | 'INVALID';
        change?: string | null;
      }[]
    | null;
  codeChanges?:
    | {
        key: string;
        title: string;
        shortTitle?: string | null;
        operations: string[];
        kind?: string | null;
        subject?: string | null;
        sampleOperation?: string | null;
        location?: {
          file?: string | null;
          line?: number | null;
          symbol?: string | null;
        } | null;
        inferred?: boolean | null;
      }[]
    | null;
}
export interface Outcome {
  errorCode: string | null;
  errorMessage: string | null;
}
export interface AnalysisJob {
  planId: string;
  round: number;
  clusters: {
    operation: string;
    requests: number;
    differences: {
      kind:
        | 'FIELD_VALUE'
        | 'FIELD_MISSING'
        | 'FIELD_TYPE'
        | 'ARRAY_LENGTH'
        | 'ARRAY_ORDER'
        | 'EMPTY_RESPONSE'
        | 'RESPONSE_FORMAT'
        | 'SERVER_ERROR'
        | 'NOT_FOUND'
        | 'SENSITIVE_FIELD'
        | 'NEW_FIELD'
        | 'UNSTRUCTURED_CONTENT'
        | 'UNAUTHORIZED'
        | 'FORBIDDEN'
        | 'RATE_LIMITED'
        | 'TIMEOUT'
        | 'CONNECTION_FAILURE'
        | 'UNCLASSIFIED'
        | 'MANY_FIELDS'
        | 'FEWER_CALLS'
        | 'MORE_CALLS'
        | 'CALL_PARAMETERS'
        | 'NO_DETAILS';
      subject: string;
    }[];
    planItemIds: string[];
  }[];
  samples: {
    planItemId: string;
    operation: string;
    status: {
      recorded: number | null;
      replayed: number | null;
    };
    differences: {
      kind: string;
      path: string;
      recorded: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null' | 'text' | 'absent';
      replayed: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null' | 'text' | 'absent';
    }[];
  }[];
  callback: string;
}
export interface Channel {
  id: string;
  name: string;
  type: 'alpha_bot' | 'beta_bot' | 'webhook';
  urlMasked: string;
  secretConfigured: boolean;
  appIds: string[];
  onlyOnFailure: boolean;
  enabled: boolean;
  createdAt: string;
  updatedAt: string;
}
export interface ChannelToSave {
  id?: string | null;
  name?: string | null;
  type?: ('alpha_bot' | 'beta_bot' | 'webhook') | null;
  url?: string | null;
  secret?: string | null;
  appIds?: string[] | null;
  onlyOnFailure?: boolean | null;
  enabled?: boolean | null;
}
export interface Progress {
  result: 1 | 2;
  desc: string;
  data: {
    planId: string;
    status: 'PENDING' | 'RUNNING' | 'COMPLETED';
    percent: number;
    lastUpdateTime: string;
  } | null;
}
export interface ConsoleRefusal {
  responseStatusType: ResponseStatusType;
}
export interface ResponseStatusType {
  responseCode: number;
  responseDesc: string;
  timestamp: number;
}
export interface CreatePlanAnswer {
  /**
   * 1: created, 2: not created.
   */
  result: 1 | 2;
  desc: string;
  data: {
    reasonCode: 0 | 1 | 2 | 3 | 101 | 103 | 200 | 500;
    replayPlanId: string | null;
  };
}
export interface PlanToCreate {
  appId: string;
  /**
   * Address of the service under test: http:// or https://, without credentials, query and fragment.
   */
  targetEnv: string;
  caseSourceFrom?: number | null;
  caseSourceTo?: number | null;
  caseSourceType?: ('rolling' | 'pinned') | null;
  caseCountLimit?: number | null;
  planName?: string | null;
  operator?: string | null;
  enableMock?: boolean | null;
  caseTags?: {
    [k: string]: string | number | boolean;
  } | null;
  operationCaseInfoList?:
    | {
        operationId: string;
        replayIdList?: string[] | null;
      }[]
    | null;
  load?: {
    maxQps?: number | null;
    concurrency?: number | null;
    timeoutMs?: number | null;
  } | null;
}
export interface Plan {
  planId: string;
  appId: string;
  planName: string;
  operator: string;
  targetEnv: string;
  operations: string[] | null;
  caseSource: 'rolling' | 'pinned';
  caseSourceFrom: string;
  caseSourceTo: string;
  caseCountLimit: number;
  caseTags: {
    [k: string]: string;
  };
  enableMock: boolean;
  load: {
    maxQps: number;
    concurrency: number;
    timeoutMs: number;
  };
  status: 'PENDING' | 'RUNNING' | 'COMPLETED';
  round: number;
  createdAt: string;
  reportUrl: string;
}
export interface PlanWithRound {
  planId: string;
  appId: string;
  planName: string;
  operator: string;
  targetEnv: string;
  operations: string[] | null;
  caseSource: 'rolling' | 'pinned';
  caseSourceFrom: string;
  caseSourceTo: string;
  caseCountLimit: number;
  caseTags: {
    [k: string]: string;
  };
  enableMock: boolean;
  load: {
    maxQps: number;
    concurrency: number;
    timeoutMs: number;
  };
  status: 'PENDING' | 'RUNNING' | 'COMPLETED';
  round: number;
  createdAt: string;
  reportUrl: string;
  requests: number | null;
  startedAt: string | null;
  finishedAt: string | null;
  settledAt: string | null;
  verdict: ('PASS' | 'FAIL') | null;
  passRate: number | null;
  totalCases: number | null;
  successCases: number | null;
  failedCases: number | null;
  errorMessage: string | null;
  findings: Findings | null;
  rulesPending: boolean;
}
export interface Result {
  planItemId: string;
  caseId: string;
  operation: string;
  state: 'PASSED' | 'FAILED' | 'NO_RESULT';
  marked: boolean;
  kinds: (
    | 'FIELD_VALUE'
    | 'FIELD_MISSING'
    | 'FIELD_TYPE'
    | 'ARRAY_LENGTH'
    | 'ARRAY_ORDER'
    | 'EMPTY_RESPONSE'
    | 'RESPONSE_FORMAT'
    | 'SERVER_ERROR'
    | 'NOT_FOUND'
    | 'SENSITIVE_FIELD'
    | 'NEW_FIELD'
    | 'UNSTRUCTURED_CONTENT'
    | 'UNAUTHORIZED'
    | 'FORBIDDEN'
    | 'RATE_LIMITED'
    | 'TIMEOUT'
    | 'CONNECTION_FAILURE'
    | 'UNCLASSIFIED'
    | 'MANY_FIELDS'
    | 'FEWER_CALLS'
    | 'MORE_CALLS'
    | 'CALL_PARAMETERS'
    | 'NO_DETAILS'
  )[];
  status: {
    recorded: number | null;
    replayed: number | null;
  };
  durationMs: {
    recorded: number | null;
    replayed: number | null;
  };
  traceId: string;
  replayId: string | null;
}
export interface ResultWithSides {
  planItemId: string;
  caseId: string;
  operation: string;
  state: 'PASSED' | 'FAILED' | 'NO_RESULT';
  marked: boolean;
  kinds: (
    | 'FIELD_VALUE'
    | 'FIELD_MISSING'
    | 'FIELD_TYPE'
    | 'ARRAY_LENGTH'
    | 'ARRAY_ORDER'
    | 'EMPTY_RESPONSE'
    | 'RESPONSE_FORMAT'
    | 'SERVER_ERROR'
    | 'NOT_FOUND'
    | 'SENSITIVE_FIELD'
    | 'NEW_FIELD'
    | 'UNSTRUCTURED_CONTENT'
    | 'UNAUTHORIZED'
    | 'FORBIDDEN'
    | 'RATE_LIMITED'
    | 'TIMEOUT'
    | 'CONNECTION_FAILURE'
    | 'UNCLASSIFIED'
    | 'MANY_FIELDS'
    | 'FEWER_CALLS'
    | 'MORE_CALLS'
    | 'CALL_PARAMETERS'
    | 'NO_DETAILS'
  )[];
  status: {
    recorded: number | null;
    replayed: number | null;
  };
  durationMs: {
    recorded: number | null;
    replayed: number | null;
  };
  traceId: string;
  replayId: string | null;
  recordedAt: string;
  replayedAt: string | null;
  mark: Mark | null;
  request: {
    method: string;
    path: string;
    headers: [string, string][];
    body: string | null;
    bodyEncoding: 'utf8' | 'base64';
    truncated?: true;
  } | null;
  recorded: {
    status: number;
    headers: [string, string][];
    body: string | null;
    bodyEncoding: 'utf8' | 'base64';
    truncated?: true;
  } | null;
  replayed: {
    status: number;
    headers: [string, string][];
    body: string | null;
    bodyEncoding: 'utf8' | 'base64';
    truncated?: true;
  } | null;
  differences: {
    kind:
      | 'FIELD_VALUE'
      | 'FIELD_MISSING'
      | 'FIELD_TYPE'
      | 'ARRAY_LENGTH'
      | 'ARRAY_ORDER'
      | 'EMPTY_RESPONSE'
      | 'RESPONSE_FORMAT'
      | 'SERVER_ERROR'
      | 'NOT_FOUND'
      | 'SENSITIVE_FIELD'
      | 'NEW_FIELD'
      | 'UNSTRUCTURED_CONTENT'
      | 'UNAUTHORIZED'
      | 'FORBIDDEN'
      | 'RATE_LIMITED'
      | 'TIMEOUT'
      | 'CONNECTION_FAILURE'
      | 'UNCLASSIFIED';
    subject: string;
    path: string;
    recorded: string | null;
    replayed: string | null;
    rule: string | null;
    note?: string;
    group: 'needsAction' | 'toReview';
  }[];
  calls: unknown[];
}
export interface Mark {
  comment: string | null;
  markedBy: string;
  markedAt: string;
}
export interface Round {
  planId: string;
  round: number;
}
export interface EndpointFinding {
  group: 'needsAction' | 'toReview';
  kind:
    | 'FIELD_VALUE'
    | 'FIELD_MISSING'
    | 'FIELD_TYPE'
    | 'ARRAY_LENGTH'
    | 'ARRAY_ORDER'
    | 'EMPTY_RESPONSE'
    | 'RESPONSE_FORMAT'
    | 'SERVER_ERROR'
    | 'NOT_FOUND'
    | 'SENSITIVE_FIELD'
    | 'NEW_FIELD'
    | 'UNSTRUCTURED_CONTENT'
    | 'UNAUTHORIZED'
    | 'FORBIDDEN'
    | 'RATE_LIMITED'
    | 'TIMEOUT'
    | 'CONNECTION_FAILURE'
    | 'UNCLASSIFIED'
    | 'MANY_FIELDS'
    | 'FEWER_CALLS'
    | 'MORE_CALLS'
    | 'CALL_PARAMETERS'
    | 'NO_DETAILS';
  subject: string;
  operationName: string;
  affectedRequests: number;
  totalRequests: number;
}
export interface Suggestion {
  id: string;
  operation: string;
  path: string;
  reason: 'DIFFERS_BETWEEN_REPLAYS' | 'CURRENT_TIME' | 'RANDOM_ID' | 'TOKEN_CLAIMS' | 'LANGUAGE_MODEL';
  evidence: {
    requests: number;
    sentAgain: number;
    reasons: {
      reason: 'DIFFERS_BETWEEN_REPLAYS' | 'CURRENT_TIME' | 'RANDOM_ID' | 'TOKEN_CLAIMS' | 'LANGUAGE_MODEL';
      requests: number;
      forms: string[];
    }[];
  };
  status: 'SUGGESTED' | 'APPLIED' | 'REVERTED';
}
export interface CompareRuleToAdd {
  kind:
    | 'ignore'
    | 'ignore-order'
    | 'array-key'
    | 'tolerance'
    | 'time-tolerance'
    | 'ignore-case'
    | 'null-is-absent'
    | 'include-only';
  operation?: string | null;
  target?: 'response' | 'response-headers';
  /**
   * JSONPath (RFC 9535) of names, indices, *, .. and [?@.key=='v']; $. may be left out.
   */
  path: string;
  /**
   * Of array-key: member paths that together identify an element, such as id or product.sku. The order of the list does not count.
   */
  keys?: string[];
  tolerance?: {
    absolute?: number;
    relative?: number;
    ms?: number;
  };
  comment?: string;
}
export interface CompareRule {
  ruleId: string;
  kind:
    | 'ignore'
    | 'ignore-order'
    | 'array-key'
    | 'tolerance'
    | 'time-tolerance'
    | 'ignore-case'
    | 'null-is-absent'
    | 'include-only';
  operation: string | null;
  target: 'response' | 'response-headers';
  /**
   * JSONPath (RFC 9535) of names, indices, *, .. and [?@.key=='v']; $. may be left out.
   */
  path: string;
  /**
   * Of array-key: member paths that together identify an element, such as id or product.sku. The order of the list does not count.
   */
  keys?: string[];
  tolerance?: {
    absolute?: number;
    relative?: number;
    ms?: number;
  };
  origin: 'person' | 'noise-reduction' | 'built-in';
  comment?: string;
  createdBy: string;
  createdAt: string;
}
export interface FindingsSummary {
  state:
    | 'RUNNING'
    | 'NO_CASES'
    | 'INTERRUPTED'
    | 'ENVIRONMENT_FAILURE'
    | 'NEEDS_ACTION'
    | 'REVIEW_ONLY'
    | 'LOW_COVERAGE'
    | 'CLEAN';
  needsActionInterfaces: number;
  toReviewInterfaces: number;
  interfacesUnchanged: number;
  failedRequests: number;
  excludedFieldCount: number;
}
export interface LoginAnswer {
  success: boolean;
  reason: string | null;
  userName: string | null;
  accessToken: string | null;
  refreshToken: string | null;
  expiresAt: string | null;
}
export interface NewApiKey {
  id: string;
  name: string;
  scopes: (
    | 'read'
    | 'write'
    | 'record'
    | 'agent'
    | 'admin'
    | 'eval:read'
    | 'eval:run'
    | 'eval:policy'
    | 'eval:admin'
    | 'scores:write'
  )[];
  createdAt: string;
  lastUsedAt: string | null;
  key: string;
}
export interface ApiKey {
  id: string;
  name: string;
  scopes: (
    | 'read'
    | 'write'
    | 'record'
    | 'agent'
    | 'admin'
    | 'eval:read'
    | 'eval:run'
    | 'eval:policy'
    | 'eval:admin'
    | 'scores:write'
  )[];
  createdAt: string;
  lastUsedAt: string | null;
}
export interface NewTenant {
  tenantId: string;
  key: string;
}
export interface Tenant {
  tenantId: string;
  name: string | null;
  createdAt: string;
}
export interface User {
  userName: string;
  role: 'viewer' | 'member' | 'admin';
  createdAt: string;
}
export interface AuditEntry {
  id: string;
  at: string;
  who: string;
  action:
    | 'rule.added'
    | 'rule.removed'
    | 'rules.imported'
    | 'suggestion.applied'
    | 'suggestion.reverted'
    | 'mark.set'
    | 'mark.removed'
    | 'channel.created'
    | 'channel.changed'
    | 'channel.deleted'
    | 'key.made'
    | 'key.removed'
    | 'tenant.created'
    | 'user.role'
    | 'user.sessions-ended'
    | 'settings.changed'
    | 'main-operations.registered'
    | 'host.registered'
    | 'host.revoked'
    | 'host.key-added'
    | 'host.key-removed'
    | 'policy.created'
    | 'policy.changed'
    | 'policy.deleted';
  subject: {
    [k: string]: string | number;
  };
}
export interface CaseToRecord {
  caseId?: string | null;
  appId: string;
  operation?: string | null;
  recordedAt?: string | null;
  traceId?: string | null;
  session?: string | null;
  tags?: {
    [k: string]: string | number | boolean | null;
  } | null;
  durationMs?: number | null;
  request: {
    method: string;
    path: string;
    headers?: [string, string][] | null;
    body?: string | null;
    bodyEncoding?: ('utf8' | 'base64') | null;
  };
  response?: {
    status: number;
    headers?: [string, string][] | null;
    body?: string | null;
    bodyEncoding?: ('utf8' | 'base64') | null;
  } | null;
  calls?:
    | {
        kind: 'http' | 'database' | 'cache' | 'message' | 'other';
        target: string;
        operation: string;
        request?: unknown;
        response?: unknown;
        error?:
          | (
              | string
              | {
                  [k: string]: unknown;
                }
              | unknown[]
            )
          | null;
        durationMs?: number | null;
      }[]
    | null;
}
export interface IntakeAnswer {
  accepted: number;
  duplicates: number;
  rejected: {
    index: number;
    reason: string;
  }[];
}
export interface Case {
  caseId: string;
  appId: string;
  operation: string;
  method: string;
  recordedAt: string;
  traceId: string;
  session: string | null;
  tags: {
    [k: string]: string;
  };
  durationMs: number | null;
  status: number | null;
  pinned: boolean;
}
export interface CaseWithPayload {
  caseId: string;
  appId: string;
  operation: string;
  method: string;
  recordedAt: string;
  traceId: string;
  session: string | null;
  tags: {
    [k: string]: string;
  };
  durationMs: number | null;
  status: number | null;
  pinned: boolean;
  request: {
    method: string;
    path: string;
    headers: [string, string][];
    body: string | null;
    bodyEncoding: 'utf8' | 'base64';
    truncated?: true;
  };
  response: {
    status: number;
    headers: [string, string][];
    body: string | null;
    bodyEncoding: 'utf8' | 'base64';
    truncated?: true;
  } | null;
  calls: {
    kind: 'http' | 'database' | 'cache' | 'message' | 'other';
    target: string;
    operation: string;
    request: unknown;
    response: unknown;
    error: string | null;
    durationMs: number | null;
  }[];
}
export interface ApplicationSettings {
  operationNaming: 'path' | 'method-path';
  replay: {
    maxQps: number;
    concurrency: number;
    timeoutMs: number;
    headers: {
      set: {
        [k: string]: string;
      };
      remove: string[];
    };
    keepSessions: boolean;
  };
  redact: (
    | {
        header: string;
      }
    | {
        path: string;
      }
  )[];
  automaticAnalysis: boolean;
  resendUnsafe: boolean;
  compareHeaders: boolean;
  builtInRules: {
    [k: string]: boolean;
  };
}
export interface SettingsChange {
  operationNaming?: ('path' | 'method-path') | null;
  automaticAnalysis?: boolean | null;
  resendUnsafe?: boolean | null;
  replay?: {
    maxQps?: number | null;
    concurrency?: number | null;
    timeoutMs?: number | null;
    headers?: {
      set?: {
        [k: string]: string;
      } | null;
      remove?: string[] | null;
    } | null;
    keepSessions?: boolean | null;
  } | null;
  redact?:
    | (
        | {
            header: string;
          }
        | {
            path: string;
          }
      )[]
    | null;
  compareHeaders?: boolean | null;
  builtInRules?: {
    [k: string]: boolean;
  } | null;
}
export interface LogRows {
  lookup: {
    type: 'trace';
    value: string;
    since: string;
    until: string;
  };
  rows: LogRow[];
  warnings: string[];
}
export interface LogRow {
  timestamp: string;
  severity: 'TRACE' | 'DEBUG' | 'INFO' | 'WARN' | 'ERROR' | 'FATAL';
  body: string;
  service_name: string;
  source: 'agent' | 'app' | 'backend';
  trace_id: string;
  span_id?: string;
  replay_id?: string;
  plan_id?: string;
  plan_item_id?: string;
}
export interface LogsRefusal {
  responseStatusType: {
    responseCode: 1;
    responseDesc: string;
  };
}
export interface RpcStatus {
  code: number;
  message: string;
}
export interface ArtifactToCreate {
  kind:
    | 'framework_definition'
    | 'runner'
    | 'subject'
    | 'environment'
    | 'gate_policy'
    | 'case_set'
    | 'native_result'
    | 'log'
    | 'trace'
    | 'usage'
    | 'evidence';
  media_type: string;
  visibility?: 'control_plane' | 'evaluator_only';
  content?: unknown;
  content_base64?: string;
  digest?: string;
  size_bytes?: number;
  workflow_run_id?: string;
  attempt_id?: string;
}
export interface CreatedArtifact {
  digest: string;
  size_bytes: number;
  media_type: string;
  kind:
    | 'framework_definition'
    | 'runner'
    | 'subject'
    | 'environment'
    | 'gate_policy'
    | 'case_set'
    | 'native_result'
    | 'log'
    | 'trace'
    | 'usage'
    | 'evidence';
  visibility: 'control_plane' | 'evaluator_only';
  status: 'pending' | 'committed' | 'expired';
  created_at: string;
  committed_at: string | null;
  retention_until: string | null;
  workflow_run_id?: string;
  attempt_id?: string;
  role?: string;
  upload?: {
    url: string;
    method: 'PUT';
    headers: {
      [k: string]: string;
    };
    expires_at: string;
  };
}
export interface Problem {
  type: string;
  title: string;
  status: number;
  code: string;
  detail: string;
  instance?: string;
  request_id?: string;
  retryable?: true;
  errors?: {
    pointer: string;
    code: string;
    detail: string;
  }[];
}
export interface Artifact {
  digest: string;
  size_bytes: number;
  media_type: string;
  kind:
    | 'framework_definition'
    | 'runner'
    | 'subject'
    | 'environment'
    | 'gate_policy'
    | 'case_set'
    | 'native_result'
    | 'log'
    | 'trace'
    | 'usage'
    | 'evidence';
  visibility: 'control_plane' | 'evaluator_only';
  status: 'pending' | 'committed' | 'expired';
  created_at: string;
  committed_at: string | null;
  retention_until: string | null;
  workflow_run_id?: string;
  attempt_id?: string;
  role?: string;
}
export interface ResolvedWorkflow {
  workflow_version_digest: string;
  workflow_version: {
    schema: 'eval.workflow-version/v1';
    framework_definition: {
      digest: string;
    };
    runner: {
      version: string;
    };
    subject: {
      version: string;
    };
    environment: {
      version: string;
    };
    gate_policy: {
      version: string;
    };
  };
  lineage_digest: string;
  resolution: 'complete' | 'incomplete';
  components: {
    framework_definition: {
      digest: string;
      known: boolean;
      id?: string;
    };
    runner: {
      digest: string;
      known: boolean;
      id?: string;
    };
    subject: {
      digest: string;
      known: boolean;
      id?: string;
    };
    environment: {
      digest: string;
      known: boolean;
      id?: string;
    };
    gate_policy: {
      digest: string;
      known: boolean;
      id?: string;
    };
  };
  reproducibility_class: 'hermetic' | 'pinned_external' | 'recorded_external' | 'live';
  reproducibility: {
    class: 'hermetic' | 'pinned_external' | 'recorded_external' | 'live';
    factors: {
      component: 'framework_definition' | 'runner' | 'subject' | 'environment' | 'gate_policy';
      class: 'hermetic' | 'pinned_external' | 'recorded_external' | 'live';
      reason:
        | 'COMPONENT_UNKNOWN'
        | 'MANIFEST_INVALID'
        | 'CASE_SET_PINNED'
        | 'CASE_SET_NOT_PINNED'
        | 'DETERMINISM_DECLARED'
        | 'DETERMINISM_NOT_DECLARED'
        | 'IMAGE_PINNED'
        | 'IMAGE_NOT_PINNED'
        | 'MOCK_DISABLED'
        | 'NETWORK_NONE'
        | 'NETWORK_ALLOWLIST'
        | 'NETWORK_OPEN'
        | 'GATE_IS_ARITHMETIC';
    }[];
  };
  capability_negotiation: {
    status: 'supported' | 'unsupported' | 'unverified';
    selected_protocol: number | null;
    eligible_hosts: string[];
    required: {
      id: string;
      declared_by: ('runner' | 'environment')[];
      status: 'satisfied' | 'missing';
    }[];
    optional: {
      id: string;
      status: 'available' | 'not_available';
    }[];
    capability_set_digest: string;
    diagnostics: {
      severity: 'error' | 'warning';
      code:
        | 'COMPONENT_UNKNOWN'
        | 'MANIFEST_INVALID'
        | 'RUNNER_DEFINITION_NOT_CLOSED'
        | 'CAPABILITY_UNSUPPORTED'
        | 'PROTOCOL_UNSUPPORTED'
        | 'FRAMEWORK_MISMATCH'
        | 'GATE_RULE_INVALID'
        | 'TARGET_NOT_ALLOWED';
      pointer: string;
      detail: string;
    }[];
  };
  runnable: boolean;
  diagnostics: {
    severity: 'error' | 'warning';
    code:
      | 'COMPONENT_UNKNOWN'
      | 'MANIFEST_INVALID'
      | 'RUNNER_DEFINITION_NOT_CLOSED'
      | 'CAPABILITY_UNSUPPORTED'
      | 'PROTOCOL_UNSUPPORTED'
      | 'FRAMEWORK_MISMATCH'
      | 'GATE_RULE_INVALID'
      | 'TARGET_NOT_ALLOWED';
    pointer: string;
    detail: string;
  }[];
  created_at: string;
  links: {
    self: string;
  };
}
export interface WorkflowValidation {
  valid: boolean;
  diagnostics: {
    severity: 'error' | 'warning';
    code:
      | 'COMPONENT_UNKNOWN'
      | 'MANIFEST_INVALID'
      | 'RUNNER_DEFINITION_NOT_CLOSED'
      | 'CAPABILITY_UNSUPPORTED'
      | 'PROTOCOL_UNSUPPORTED'
      | 'FRAMEWORK_MISMATCH'
      | 'GATE_RULE_INVALID'
      | 'TARGET_NOT_ALLOWED';
    pointer: string;
    detail: string;
  }[];
}
export interface EvaluationCapabilities {
  /**
   * Versions of the protocol that the service speaks with hosts.
   */
  protocol: {
    min: number;
    max: number;
  };
  /**
   * In the order of their ids; `managed` is the service itself.
   */
  hosts: {
    host_id: string;
    capabilities: string[];
    protocol: {
      min: number;
      max: number;
    };
  }[];
  /**
   * Everything that a host can do.
   */
  capabilities: string[];
  /**
   * sha256 of the canonical form (RFC 8785) of `hosts`.
   */
  capability_set_digest: string;
  built_in_runners: {
    id: string;
    framework: string;
    runner_version: string;
  }[];
}
export interface CreatedRun {
  workflow_run_id: string;
  status: 'queued';
  workflow_version_digest: string;
  events_cursor: string;
  links: {
    [k: string]: string;
  };
}
export interface WorkflowRun {
  workflow_run_id: string;
  workflow_version_digest: string;
  lineage_digest: string;
  status: 'queued' | 'running' | 'cancelling' | 'succeeded' | 'failed' | 'cancelled';
  phase: 'queued' | 'validating' | 'admitting' | 'attempting' | 'committing' | 'projecting' | 'gating';
  status_reason: {
    code: string;
    detail: string;
  } | null;
  trigger: {
    type: 'api' | 'online_policy' | 'backfill';
    policy_id?: string;
    policy_version?: string;
    window?: {
      from: string;
      to: string;
    };
  };
  labels: {
    [k: string]: string;
  };
  reproducibility_class: 'hermetic' | 'pinned_external' | 'recorded_external' | 'live';
  observed_reproducibility_class: ('hermetic' | 'pinned_external' | 'recorded_external' | 'live') | null;
  baseline: {
    ref: 'last_passing' | 'run';
    workflow_run_id: string;
  } | null;
  input_overrides: {
    case_set: string;
  } | null;
  attempts: {
    attempt_id: string;
    status:
      | 'queued'
      | 'running'
      | 'succeeded'
      | 'subject_error'
      | 'runner_error'
      | 'invalid_input'
      | 'missing_evidence'
      | 'unsupported'
      | 'resource_exhausted'
      | 'timed_out'
      | 'cancelled';
  }[];
  gate: {
    status: 'pending' | 'decided' | 'not_applicable';
    decision: ('pass' | 'fail') | null;
    gate_decision_id: string | null;
  };
  native_result_artifact: string | null;
  created_by: string;
  created_at: string;
  started_at: string | null;
  completed_at: string | null;
  cancel_requested_at: string | null;
  version: number;
  events_cursor: string;
  links: {
    [k: string]: string;
  };
}
export interface FrameworkAttempt {
  attempt_id: string;
  workflow_run_id: string;
  ordinal: number;
  retry_of: string | null;
  status:
    | 'queued'
    | 'running'
    | 'succeeded'
    | 'subject_error'
    | 'runner_error'
    | 'invalid_input'
    | 'missing_evidence'
    | 'unsupported'
    | 'resource_exhausted'
    | 'timed_out'
    | 'cancelled';
  status_reason: {
    code: string;
    detail: string;
  } | null;
  host: {
    kind: 'managed' | 'federated';
    host_id: string;
  };
  runner_version: string;
  lease: {
    epoch: number;
    expires_at: string;
  } | null;
  trace_id: string;
  root_span_id: string;
  progress: number;
  started_at: string | null;
  ended_at: string | null;
  native_result_artifact: string | null;
  evidence: {
    role: string;
    digest: string;
  }[];
  projection: {
    status: 'none' | 'complete' | 'lossy' | 'failed';
    projected_count: number;
    unsupported_fields: string[];
  };
  diagnostics: {
    code: string;
    detail: string;
  }[];
  replay: {
    plan_id: string;
    status_url: string;
    report_url: string;
    findings_state: string | null;
  } | null;
}
export interface LedgerEvent {
  event_id: string;
  tenant_id: string;
  workflow_run_id?: string;
  run_sequence: number;
  run_prev_digest: string;
  type: string;
  timestamp: string;
  schema_version: '1';
  producer: {
    kind: 'kernel' | 'host';
    host_id?: string;
  };
  payload: {
    [k: string]: unknown;
  };
  digest: string;
  sequence: number;
  prev_chain_digest: string;
  chain_digest: string;
  provenance?: {
    batch_digest: string;
    keyid: string;
  };
}
export interface CloudEvent {
  specversion: '1.0';
  id: string;
  source: '/service/eval';
  type: string;
  subject?: string;
  time: string;
  datacontenttype: 'application/json';
  sequence: string;
  data: LedgerEvent;
}
export interface Gate {
  gate_decision_id: string | null;
  workflow_run_id: string;
  workflow_version_digest: string;
  primary: boolean;
  status: 'pending' | 'decided' | 'not_applicable';
  gate_policy_version: string | null;
  decision: ('pass' | 'fail') | null;
  conclusive: boolean | null;
  reason_codes: (
    | 'pass'
    | 'fail'
    | 'skipped'
    | 'missing'
    | 'insufficient_samples'
    | 'baseline_missing'
    | 'baseline_zero'
    | 'gate_policy_unknown'
    | 'no_required_rule'
    | 'attempt_not_succeeded'
  )[];
  rules: {
    id: string;
    outcome: 'pass' | 'fail' | 'skipped' | 'missing' | 'insufficient_samples' | 'baseline_missing' | 'baseline_zero';
    enforcement: 'required' | 'advisory';
    observed: (string | number | boolean) | null;
    samples: number | null;
    baseline: number | null;
    delta: number | null;
    threshold: (string | number | boolean) | (string | number | boolean)[];
    op: string;
  }[];
  inputs: {
    attempt_id: string | null;
    attempt_status:
      | (
          | 'queued'
          | 'running'
          | 'succeeded'
          | 'subject_error'
          | 'runner_error'
          | 'invalid_input'
          | 'missing_evidence'
          | 'unsupported'
          | 'resource_exhausted'
          | 'timed_out'
          | 'cancelled'
        )
      | null;
    native_result_digest: string | null;
    scores_digest: string | null;
    baseline_run_id: string | null;
    last_passing_run_id?: string | null;
  } | null;
  decision_digest: string | null;
  decided_at: string | null;
}
export interface GateCheck {
  status: 'queued' | 'in_progress' | 'completed';
  conclusion: ('success' | 'failure' | 'action_required' | 'cancelled') | null;
  summary: string;
}
export interface GateDecisionToMake {
  gate_policy: {
    version: string;
  };
}
export interface GateDecision {
  gate_decision_id: string;
  workflow_run_id: string;
  workflow_version_digest: string;
  primary: boolean;
  status: 'decided';
  gate_policy_version: string;
  decision: 'pass' | 'fail';
  conclusive: boolean;
  reason_codes: (
    | 'pass'
    | 'fail'
    | 'skipped'
    | 'missing'
    | 'insufficient_samples'
    | 'baseline_missing'
    | 'baseline_zero'
    | 'gate_policy_unknown'
    | 'no_required_rule'
    | 'attempt_not_succeeded'
  )[];
  rules: {
    id: string;
    outcome: 'pass' | 'fail' | 'skipped' | 'missing' | 'insufficient_samples' | 'baseline_missing' | 'baseline_zero';
    enforcement: 'required' | 'advisory';
    observed: (string | number | boolean) | null;
    samples: number | null;
    baseline: number | null;
    delta: number | null;
    threshold: (string | number | boolean) | (string | number | boolean)[];
    op: string;
  }[];
  inputs: {
    attempt_id: string | null;
    attempt_status:
      | (
          | 'queued'
          | 'running'
          | 'succeeded'
          | 'subject_error'
          | 'runner_error'
          | 'invalid_input'
          | 'missing_evidence'
          | 'unsupported'
          | 'resource_exhausted'
          | 'timed_out'
          | 'cancelled'
        )
      | null;
    native_result_digest: string | null;
    scores_digest: string | null;
    baseline_run_id: string | null;
    last_passing_run_id?: string | null;
  };
  decision_digest: string;
  decided_at: string;
}
export interface ScoreToWrite {
  target_type: 'span' | 'trace' | 'session' | 'workflow_run' | 'framework_attempt';
  target_id: string;
  name: string;
  data_type?: 'numeric' | 'boolean' | 'categorical' | 'text';
  numeric_value?: number | null;
  boolean_value?: boolean | null;
  string_value?: string | null;
  score_id?: string | null;
  source?: 'api' | 'user' | 'annotation' | 'evaluator';
  timestamp?: string | null;
  comment?: string | null;
  config_id?: string | null;
  author_id?: string | null;
  metadata?: {
    [k: string]: string;
  } | null;
  trace_id?: string | null;
  span_id?: string | null;
  session_id?: string | null;
  value?: (number | boolean | string) | null;
  supersedes?: string | null;
}
export interface Score {
  score_id: string;
  name: string;
  data_type: 'numeric' | 'boolean' | 'categorical' | 'text';
  numeric_value: number | null;
  boolean_value: boolean | null;
  string_value: string | null;
  source: 'api' | 'user' | 'annotation' | 'evaluator';
  timestamp: string;
  comment: string | null;
  config_id: string | null;
  author_id: string | null;
  metadata: {
    [k: string]: string;
  };
  trace_id: string | null;
  span_id: string | null;
  session_id: string | null;
  target_type: 'span' | 'trace' | 'session' | 'workflow_run' | 'framework_attempt';
  target_id: string;
  value: number | boolean | string;
  origin: 'client' | 'trusted_host';
  created_at: string;
  supersedes: string | null;
  workflow_run_id: string | null;
  attempt_id: string | null;
  sample_key: string;
  trigger: string | null;
}
export interface LegacyScoreToWrite {
  target_type?: 'span' | 'trace' | 'session';
  name: string;
  data_type?: 'numeric' | 'boolean' | 'categorical' | 'text';
  numeric_value?: number | null;
  boolean_value?: boolean | null;
  string_value?: string | null;
  score_id?: string | null;
  source?: 'api' | 'user' | 'annotation' | 'evaluator';
  timestamp?: string | null;
  comment?: string | null;
  config_id?: string | null;
  author_id?: string | null;
  metadata?: {
    [k: string]: string;
  } | null;
  trace_id?: string | null;
  span_id?: string | null;
  session_id?: string | null;
}
export interface LegacyScore {
  score_id: string;
  name: string;
  data_type: 'numeric' | 'boolean' | 'categorical' | 'text';
  numeric_value: number | null;
  boolean_value: boolean | null;
  string_value: string | null;
  source: 'api' | 'user' | 'annotation' | 'evaluator';
  timestamp: string;
  comment: string | null;
  config_id: string | null;
  author_id: string | null;
  metadata: {
    [k: string]: string;
  };
  trace_id: string | null;
  span_id: string | null;
  session_id: string | null;
}
export interface ScoreConfigToAdd {
  config_id?: string | null;
  name: string;
  data_type: 'numeric' | 'boolean' | 'categorical' | 'text';
  min?: number | null;
  max?: number | null;
  categories?: string[] | null;
}
export interface ScoreConfig {
  config_id: string;
  name: string;
  data_type: 'numeric' | 'boolean' | 'categorical' | 'text';
  min: number | null;
  max: number | null;
  categories: string[] | null;
  created_at: string;
}
export interface HostToRegister {
  name: string;
  capabilities?: string[];
  protocol: {
    min: number;
    max: number;
  };
  runner_versions: string[];
  public_key_jwk: {
    kty: 'OKP';
    crv: 'Ed25519';
    x: string;
    d?: unknown;
  };
  residency?: string | null;
}
export interface EvaluationHost {
  host_id: string;
  name: string;
  capabilities: string[];
  protocol: {
    min: number;
    max: number;
  };
  runner_versions: string[];
  residency: string | null;
  created_by: string;
  keys: {
    keyid: string;
    jwk: {
      kty: 'OKP';
      crv: 'Ed25519';
      x: string;
    };
    created_at: string;
  }[];
  created_at: string;
  revoked_at: string | null;
}
export interface HostAssertion {
  grant_type?: 'urn:ietf:params:oauth:grant-type:jwt-bearer';
  assertion: string;
}
export interface HostKeyToAdd {
  public_key_jwk: {
    kty: 'OKP';
    crv: 'Ed25519';
    x: string;
    d?: unknown;
  };
}
export interface LeaseToTake {
  runner_versions: string[];
  wait_seconds?: number;
}
export interface EvaluationLease {
  lease_id: string;
  lease_epoch: number;
  tenant_id: string;
  attempt: FrameworkAttempt;
  workflow_version_digest: string;
  workflow_version: {
    schema: 'eval.workflow-version/v1';
    framework_definition: {
      digest: string;
    };
    runner: {
      version: string;
    };
    subject: {
      version: string;
    };
    environment: {
      version: string;
    };
    gate_policy: {
      version: string;
    };
  };
  downloads: {
    role: string;
    path?: string;
    digest: string;
    url: string;
    method: 'GET';
    expires_at: string;
    size_bytes: number;
    media_type: string;
  }[];
  next_host_sequence: number;
  cancel_requested: boolean;
  expires_at: string;
  deadline_at: string;
}
export interface DsseEnvelope {
  payloadType: string;
  payload: string;
  signatures: {
    keyid: string;
    sig: string;
  }[];
}
export interface Publication {
  batch_id: string;
  batch_digest: string;
  attempt_id: string;
  attempt_status:
    | 'queued'
    | 'running'
    | 'succeeded'
    | 'subject_error'
    | 'runner_error'
    | 'invalid_input'
    | 'missing_evidence'
    | 'unsupported'
    | 'resource_exhausted'
    | 'timed_out'
    | 'cancelled';
  next_host_sequence: number;
  event_ids: string[];
}
export interface OnlinePolicyToMake {
  name: string;
  enabled?: boolean;
  workflow_version_digest: string;
  allow_live?: boolean;
  filter: {
    app_id: string;
    operations?: string | string[];
    case_tags?: {
      [k: string]: string | string[];
    };
    [k: string]:
      | string
      | string[]
      | {
          [k: string]: string | string[];
        }
      | undefined;
  };
  sampling: {
    strategy?: 'stable_hash';
    rate: number;
    salt?: string | null;
  };
  schedule: {
    every_s: number;
  };
  watermark?: {
    wait_for_late_s?: number;
  };
  budgets?: {
    max_runs_per_hour?: number;
    max_targets_per_run?: number;
    max_targets_per_day?: number;
  };
  redaction?: {
    headers?: string[];
    json_paths?: string[];
  };
  exclusions?: {
    key: string;
    equals: string;
  }[];
}
export interface OnlinePolicy {
  policy_id: string;
  name: string;
  enabled: boolean;
  workflow_version_digest: string;
  allow_live: boolean;
  filter: {
    [k: string]:
      | string
      | string[]
      | {
          [k: string]: string | string[];
        };
  };
  sampling: {
    strategy: 'stable_hash';
    rate: number;
    salt: string | null;
    effective_salt: string;
  };
  schedule: {
    every_s: number;
  };
  watermark: {
    wait_for_late_s: number;
  };
  budgets: {
    max_runs_per_hour: number;
    max_targets_per_run: number;
    max_targets_per_day: number;
  };
  redaction: {
    headers: string[];
    json_paths: string[];
  };
  exclusions: {
    key: string;
    equals: string;
  }[];
  version: number;
  policy_version: string;
  status: 'active' | 'inactive' | 'paused';
  paused_reason: {
    code: string;
    detail: string;
  } | null;
  watermark_at: string;
  next_run_at: string | null;
  created_by: string;
  created_at: string;
  updated_at: string;
  links: {
    [k: string]: string;
  };
}
export interface OnlinePolicyVersion {
  policy_id: string;
  version: number;
  policy_version: string;
  workflow_version_digest: string;
  allow_live: boolean;
  filter: {
    [k: string]:
      | string
      | string[]
      | {
          [k: string]: string | string[];
        };
  };
  sampling: {
    strategy: 'stable_hash';
    rate: number;
    salt: string | null;
    effective_salt: string;
  };
  schedule: {
    every_s: number;
  };
  watermark: {
    wait_for_late_s: number;
  };
  budgets: {
    max_runs_per_hour: number;
    max_targets_per_run: number;
    max_targets_per_day: number;
  };
  redaction: {
    headers: string[];
    json_paths: string[];
  };
  exclusions: {
    key: string;
    equals: string;
  }[];
  created_by: string;
  created_at: string;
}
export interface PolicyExecution {
  execution_id: string;
  policy_id: string;
  version: number;
  policy_version: string;
  trigger: 'schedule' | 'manual' | 'backfill';
  backfill_id: string | null;
  window: {
    from: string;
    to: string;
  };
  status: 'open' | 'completed';
  matched: number;
  sampled: number;
  targets: number;
  skipped: {
    [k: string]: number;
  };
  case_set: string | null;
  workflow_run_id: string | null;
  created_at: string;
  completed_at: string | null;
}
export interface BackfillToMake {
  from: string;
  to: string;
  rate?: number | null;
  max_targets: number;
  dry_run?: boolean;
}
export interface Backfill {
  backfill_id: string;
  policy_id: string;
  version: number;
  policy_version: string;
  from: string;
  to: string;
  rate: number;
  max_targets: number;
  status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  processed: number;
  total: number | null;
  error: {
    code: string;
    detail: string;
  } | null;
  created_by: string;
  created_at: string;
  completed_at: string | null;
}
