export { Chat, type SessionChange } from './chat.ts';
export { listModels, testModel } from './models.ts';
