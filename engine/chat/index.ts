export { Chat, type SessionChange } from './chat.ts';
export { listModels, resolveModel, testModel, type ChatModel } from './models.ts';
