import type { Flags } from './flags.js';
export const runTool = async (_c: string, _f: Flags): Promise<number> => 1;
