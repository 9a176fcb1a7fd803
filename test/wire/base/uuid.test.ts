// Ids made of names, as the standard has them.

import t from 'tap';
import { compile, RequestId, Uuid } from '../../../wire/base/schema.js';
import { serverId, uuidV5, uuidV8 } from '../../../wire/base/uuid.js';

const DNS = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
const NAME = 'www.example.com';

t.test('derived ids are those of the standard', async (t) => {
  t.equal(uuidV5(DNS, NAME), '2ed6657d-e927-568b-95e1-2665a8aea6a2');
});

t.test('ids of every version are ids of requests, but for those that the server derives', (t) => {
  const fault = compile(RequestId());
  const [first, second, , ...rest] = uuidV5(DNS, NAME).split('-');
  for (const version of '0123456789abcdefABCDEF') {
    t.equal(fault([first, second, `${version}68b`, ...rest].join('-')), undefined, version);
  }
  const own = serverId(DNS, NAME);
  t.equal(own, '62726b64-e927-868b-95e1-2665a8aea6a2', 'the mark, and the digest of the name');
  t.match(fault(own), /^body: must be a UUID; UUIDs of version 8 that begin with 62726b64/);
  t.match(fault(own.toUpperCase()), /^body: must be a UUID/);
  t.equal(compile(Uuid())(own), undefined, 'it may be asked for');
  t.equal(
    fault(own.replace('-8', '-4')),
    undefined,
    'an id of another version with the same start',
  );
  t.equal(fault(uuidV8(DNS, NAME)), undefined, 'of version 8 without the mark');
  t.end();
});
