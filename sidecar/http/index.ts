export { startServer, type Handover, type Listener, type Server, type ServerOptions } from './server.ts';
export { pagePolicy } from './page.ts';
export type { ContractRouter } from './rest.ts';
