/** How the person came here from an e-mail link, read before the account client cleans the address. */
export type Arrival = 'code' | 'tokens' | 'refused' | 'none';

function readArrival({ hash, search }: Location): Arrival {
  const both = new URLSearchParams(`${search.slice(1)}&${hash.slice(1)}`);
  if (both.has('error_code') || both.has('error_description')) return 'refused';
  if (both.has('access_token')) return 'tokens';
  return both.has('code') ? 'code' : 'none';
}

// The application's shell is drawn where there is no address.
export const arrival: Arrival = import.meta.env.SSR ? 'none' : readArrival(location);
