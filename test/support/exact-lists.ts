// Makes `t.match` and `t.has` compare whole lists; programs that run tests import this file. By
// themselves both cut a list to the length of its pattern, so that `[]` matches every list.

import { Has } from 'tcompare';

// Without this getter the list is compared whole.
Reflect.deleteProperty(Has.prototype, 'objectAsArray');
