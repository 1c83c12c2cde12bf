export { bindPort, type ContractRouter, type Port } from './bind-port.ts';
export type { Order, Report } from './orders.ts';
export { serveEngine, type Parent } from './serve.ts';
