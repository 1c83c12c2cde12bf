import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { QueryClient } from '@tanstack/react-query';
import type { Contract } from '../../contract/index.ts';
import { createConnection } from './connection.ts';
import { isLost } from './fault.ts';
import { onBlank } from './gate.ts';
import { portTransport } from './port-transport.ts';
import { socketTransport } from './socket-transport.ts';

/** True in the desktop window, false in a browser tab. */
export const isDesktop = window.engram !== undefined;

export const connection = createConnection(
  window.engram === undefined ? socketTransport() : portTransport(window.engram),
);

/** Every call of the contract, typed. */
export const client: ContractRouterClient<Contract> = createORPCClient(connection.link);

/** The same calls as query and mutation options. */
export const engine = createTanstackQueryUtils(client);

/** Holds decrypted data, so it is never persisted and is emptied on lock. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 60_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: (count, error) => isLost(error) && count < 2,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

onBlank(() => queryClient.clear());
