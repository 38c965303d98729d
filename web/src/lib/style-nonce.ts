import { readMark } from './document-marks.ts';

export const styleNonce = readMark('csp-nonce') ?? '';
