export const helperPath: string;
export function hashSources(): string;
export function buildSandbox(log?: (line: string) => void): Promise<string>;
