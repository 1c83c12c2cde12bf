export { ChatScreen } from './chat-screen.tsx';
export { SourcesInspector } from './sources-inspector.tsx';
