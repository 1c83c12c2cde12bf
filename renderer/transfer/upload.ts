import { limits, type UploadId } from '../../contract/index.ts';
import { client } from '../bridge/index.ts';

/** Bytes to base64, by the browser's own reader. */
function base64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve((reader.result as string).slice((reader.result as string).indexOf(',') + 1));
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read.'));
    reader.readAsDataURL(blob);
  });
}

/**
 * Sends a file in chunks; the host keeps it in memory only.
 * @param onProgress share of the file that arrived, 0 to 1
 */
export async function uploadFile(file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<UploadId> {
  let upload: UploadId | undefined;
  let offset = 0;
  do {
    signal.throwIfAborted();
    const chunk = file.slice(offset, offset + limits.uploadChunkBytes);
    const answer = await client.transfer.upload(
      { ...(upload !== undefined && { upload }), name: file.name.slice(0, 255), offset, chunk: chunk.size === 0 ? '' : await base64(chunk) },
      { signal },
    );
    upload = answer.upload;
    offset += chunk.size;
    onProgress(file.size === 0 ? 1 : offset / file.size);
  } while (offset < file.size);
  return upload;
}
