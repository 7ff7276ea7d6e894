/** An endpoint with the methods that it was recorded with; none where only earlier versions recorded it. */
export interface RecordedEndpoint {
  operation: string;
  methods: string[];
}

/**
 * An endpoint with its methods as a text: `GET, POST /tasks`; its name may begin with the method (setting
 * operationNaming).
 */
export const endpointText = ({ operation, methods }: RecordedEndpoint): string =>
  methods.length === 0 || operation.startsWith(`${methods[0]} `) ? operation : `${methods.join(', ')} ${operation}`;

/** How many endpoints these are as method and path. */
export const countEndpoints = (endpoints: readonly RecordedEndpoint[]): number =>
  endpoints.reduce((sum, { methods }) => sum + Math.max(1, methods.length), 0);
