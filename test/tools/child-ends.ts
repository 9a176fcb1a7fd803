// How the children that read a log may be made to end, as a machine or a damaged file ends them.

/** Has each process that Node starts run a script before its own: the option that does so. */
const before = (script: string): string =>
  `--import=data:text/javascript,${encodeURIComponent(script)}`;

const endOf = (how: NodeJS.Signals | number): string =>
  typeof how === 'number' ? `process.exit(${how})` : `process.kill(process.pid, '${how}')`;

/** Ends every process of a name at its start, by a signal or with an exit code. */
export const ending = (name: string, how: NodeJS.Signals | number): string =>
  before(`if (process.argv[1].includes('${name}')) ${endOf(how)};`);

/** Crashes the first process of a name, after its first word or at its start; `done` = a file. */
export const crashingOnce = (name: string, afterWord: boolean, done: string): string =>
  before(`
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const write = fs.writeSync;
    const crash = () => { ${endOf('SIGSEGV')} };
    if (process.argv[1].includes('${name}') && !fs.existsSync('${done}')) {
      fs.writeFileSync('${done}', '');
      if (!${afterWord}) crash();
      fs.writeSync = (...args) => { write(...args); crash(); };
      syncBuiltinESMExports();
    }`);

/** Does something while all processes that are started run with such an option. */
export const during = async <T>(option: string, act: () => Promise<T>): Promise<T> => {
  const { NODE_OPTIONS: usual = '' } = process.env;
  process.env.NODE_OPTIONS = `${usual} ${option}`;
  try {
    return await act();
  } finally {
    process.env.NODE_OPTIONS = usual;
  }
};
