// Writing a body: all of it arrives, and other connections have their turn meanwhile.

import t from 'tap';
import { lengthOf, type Outlet, writeBody } from '../../../http/server/body-writer.js';

/** A network that takes at most so many bytes at a time. */
class Network implements Outlet {
  readonly taken: Buffer[] = [];

  constructor(private readonly most = Number.POSITIVE_INFINITY) {}

  tryEnd(part: string | Uint8Array, length: number): [boolean, boolean] {
    const bytes = Buffer.from(part as string);
    const taken = bytes.subarray(0, this.most);
    this.taken.push(taken);
    return [taken.length === bytes.length, this.getWriteOffset() === length];
  }

  getWriteOffset(): number {
    return lengthOf(this.taken);
  }
}

const BODY = [
  Buffer.from('{"items":['),
  Buffer.alloc(700_000, 'a'),
  Buffer.from('ä'.repeat(200_000)),
  Buffer.alloc(5, 'b'),
  Buffer.from(']}'),
];
const LENGTH = lengthOf(BODY);
const WHOLE = Buffer.concat(BODY);

t.test('A network that takes everything gets some hundred KiB in a turn', (t) => {
  const network = new Network();
  const offsets: number[] = [];
  let written = writeBody(network, BODY, LENGTH, 0);
  while (written === 'paused') {
    offsets.push(network.getWriteOffset());
    written = writeBody(network, BODY, LENGTH, network.getWriteOffset());
  }
  t.equal(written, 'whole');
  t.equal(offsets.length, 3);
  const steps = offsets.map((offset, at) => offset - (offsets[at - 1] ?? 0));
  t.ok(
    steps.every((step) => step >= 262_144 && step < 2 * 262_144),
    steps.join(),
  );
  t.same(Buffer.concat(network.taken), WHOLE);
  t.end();
});

t.test('A full network is told, and gets the rest afterwards', (t) => {
  const network = new Network(100_000);
  let calls = 1;
  while (writeBody(network, BODY, LENGTH, network.getWriteOffset()) !== 'whole') calls += 1;
  t.ok(calls >= 10, String(calls));
  t.same(Buffer.concat(network.taken), WHOLE);
  t.equal(writeBody(new Network(), [''], 0, 0), 'whole');
  t.end();
});
