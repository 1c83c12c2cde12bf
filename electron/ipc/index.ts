export { handOutPorts, isOwnPage, origin } from './hand-out.ts';
