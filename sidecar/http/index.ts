export { startServer, type Server, type ServerOptions } from './server.ts';
export { connect, type Connection, type ConnectOptions, type ContractClient } from './connect.ts';
export { ClientClaim } from './client-claim.ts';
export { pagePolicy } from './page.ts';
export type { ContractRouter } from './rest.ts';
