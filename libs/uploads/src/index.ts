export { UploadHeadersGuard } from './upload-headers.guard.js';
export { UploadedBytes, UploadInterceptor } from './upload.interceptor.js';
