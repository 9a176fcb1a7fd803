// Reads the sizes of private collections through the debugger.

import { Session } from 'node:inspector';

const session = new Session();
session.connect();

interface Remote {
  readonly objectId?: string;
  readonly value?: unknown;
}
interface Property {
  readonly name: string;
  readonly value?: Remote;
}
interface Properties {
  readonly result: readonly Property[];
  readonly privateProperties?: readonly Property[];
}

/** Asks the debugger of this thread, which answers at once. */
const ask = <T>(method: string, params: object): T => {
  let answer: unknown;
  session.post(method, params, (error: Error | null, result?: object) => {
    if (error !== null) throw error;
    answer = result;
  });
  return answer as T;
};

const objectGroup = 'private-size';

const remoteOf = (owner: object): Remote => {
  const held = process as { heldForSize?: object };
  held.heldForSize = owner;
  const expression = 'process.heldForSize';
  const { result } = ask<{ result: Remote }>('Runtime.evaluate', { expression, objectGroup });
  delete held.heldForSize;
  return result;
};

const fieldOf = ({ objectId }: Remote, field: string): Remote => {
  const asked = { objectId, ownProperties: true };
  const { result, privateProperties = [] } = ask<Properties>('Runtime.getProperties', asked);
  const found = [...privateProperties, ...result].find(({ name }) => name === field)?.value;
  if (found === undefined) throw new Error(`there is no ${field}`);
  return found;
};

/**
 * How many members a collection has that is a field of an object, or of one of its fields: `size`
 * of a Map or Set, `length` of others; 0 where there is none now.
 */
export const privateSize = (owner: object, ...path: readonly string[]): number => {
  try {
    const { objectId } = path.reduce(fieldOf, remoteOf(owner));
    if (objectId === undefined) return 0;
    const size = ask<{ result: Remote }>('Runtime.callFunctionOn', {
      objectId,
      functionDeclaration: 'function () { return this.size ?? this.length; }',
      returnByValue: true,
    });
    return size.result.value as number;
  } finally {
    ask('Runtime.releaseObjectGroup', { objectGroup });
  }
};
