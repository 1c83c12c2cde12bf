export { ComposedText } from './composed.tsx';
export { ContextGlance } from './context-glance.tsx';
export { ContextInspector } from './context-inspector.tsx';
