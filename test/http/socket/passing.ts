// Texts as the runtime gives them out: views into its rings, valid until the run is flushed.

import type { FrontSink } from '../../../actors/client.js';

const BLOCK_BYTES = 8 << 20;
/** Stands where a text was: no JSON, so that whoever kept a view is found out. */
const OVERWRITTEN = 'X';

/** The same sink, given views of one block, which is written over as soon as a run has ended. */
export const passing = (sink: FrontSink): FrontSink => {
  const block = Buffer.alloc(BLOCK_BYTES);
  let used = 0;
  const view = (text: Uint8Array): Uint8Array => {
    const begin = used;
    used += text.length;
    if (used > BLOCK_BYTES) throw new RangeError('a run beyond what a test may tell');
    block.set(text, begin);
    return block.subarray(begin, used);
  };
  return {
    ...sink,
    answer: (token, text) => sink.answer(token, view(text)),
    event: (event) => sink.event({ ...event, packed: view(event.packed) }),
    flush: () => {
      sink.flush();
      block.fill(OVERWRITTEN, 0, used);
      used = 0;
    },
  };
};
