import { ApiError } from './http';
import type { ApiProblem, Dataset } from './types';

/** Sends a file and reports the share that was sent; the signal cancels it. */
export function upload(address: string, file: Blob, onProgress: (share: number) => void, signal: AbortSignal): Promise<Dataset> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    request.responseType = 'text';
    request.upload.onprogress = (event) => onProgress(event.lengthComputable ? event.loaded / event.total : 0);
    request.onload = () => {
      const body = parsed(request.responseText);
      if (request.status >= 200 && request.status < 300) resolve(body as unknown as Dataset);
      else reject(new ApiError(request.status, body.error ?? { code: `http-${request.status}`, message: `${request.status} ${request.statusText}` }));
    };
    request.onerror = () =>
      reject(new ApiError(0, { code: 'offline', message: 'The upload was cut off.', hint: 'The file may be larger than the server accepts, or the server stopped.' }));
    request.onabort = () => reject(new DOMException('cancelled', 'AbortError'));
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}

function parsed(text: string): { error?: ApiProblem } {
  try {
    return JSON.parse(text) as { error?: ApiProblem };
  } catch {
    return {};
  }
}
