export { bindPort, type ContractRouter, type Port } from './bind-port.ts';
export { handOutPorts, isOwnPage, origin } from './hand-out.ts';
