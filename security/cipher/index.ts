export { openBytes, openField, sealBytes, sealField, type FieldPlace } from './field.ts';
