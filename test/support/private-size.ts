// Sizes of collections that objects keep to themselves, as the debugger sees them.

import { Session } from 'node:inspector';

const session = new Session();
session.connect();

type Remote = { readonly objectId?: string; readonly value?: unknown };

/** Asks the debugger of this thread, which answers at once. */
const ask = <T>(method: string, params: object): T => {
  let answer: unknown;
  session.post(method, params, (error: Error | null, result?: object) => {
    if (error !== null) throw error;
    answer = result;
  });
  return answer as T;
};

/** How many members a private collection of an object has: `size` of a Map or Set, or `length`. */
export const privateSize = (owner: object, field: `#${string}`): number => {
  const held = process as { heldForSize?: object };
  held.heldForSize = owner;
  const expression = 'process.heldForSize';
  const { result } = ask<{ result: Remote }>('Runtime.evaluate', { expression });
  delete held.heldForSize;
  const { privateProperties = [] } = ask<{
    privateProperties?: readonly { readonly name: string; readonly value?: Remote }[];
  }>('Runtime.getProperties', { objectId: result.objectId, ownProperties: true });
  const found = privateProperties.find(({ name }) => name === field)?.value;
  if (found === undefined) throw new Error(`${owner.constructor.name} has no ${field}`);
  if (found.objectId === undefined) return 0;
  const size = ask<{ result: Remote }>('Runtime.callFunctionOn', {
    objectId: found.objectId,
    functionDeclaration: 'function () { return this.size ?? this.length; }',
    returnByValue: true,
  });
  ask('Runtime.releaseObject', { objectId: found.objectId });
  ask('Runtime.releaseObject', { objectId: result.objectId });
  return size.result.value as number;
};
