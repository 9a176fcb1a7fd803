// Lists in `t.match` and `t.has` have the length of their pattern: a program that runs tests imports
// this. By themselves both cut the list to that length, so that `[]` matches every list.

import { Has } from 'tcompare';

// Without this getter the list is compared whole.
Reflect.deleteProperty(Has.prototype, 'objectAsArray');
