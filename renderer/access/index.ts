export { AccessSection } from './access-section.tsx';
