import type { ImportFormat } from '../../contract/index.ts';

export const formatNames: Record<ImportFormat, string> = {
  engram: 'Engram JSON Lines', chatgpt: 'ChatGPT export', claude: 'Claude export', markdown: 'Markdown notes', 'mcp-memory': 'MCP memory file', archive: 'Encrypted archive',
};
