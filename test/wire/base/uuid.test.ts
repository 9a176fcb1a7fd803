// Ids made of names, as the standard has them.

import t from 'tap';
import { uuidV5 } from '../../../wire/base/uuid.js';

t.test('derived ids are those of the standard', async (t) => {
  const dns = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
  t.equal(uuidV5(dns, 'www.example.com'), '2ed6657d-e927-568b-95e1-2665a8aea6a2');
});
