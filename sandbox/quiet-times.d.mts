export const servedMs: number;
export const stayStillMs: number;
