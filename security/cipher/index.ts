export { openField, sealField, type FieldPlace } from './field.ts';
