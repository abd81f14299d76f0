/** The page of a payment request. */
export const requestPath = (id: string): string => `/payments/requests/${id}`;
