// What the threads of a pool in a test run: it tells how it was loaded.

const { stack = '' } = new Error('loaded');

/** The calls that loaded this file. */
export default (): string => stack;
