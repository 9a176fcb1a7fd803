// The server's check of a trade before it is sent: it runs shortly after each change, then each
// second.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { TradeRequest } from '../../client/index.js';
import type { TradeCheck } from '../../client/session/records.js';
import { type CheckAnswer, checkOnce } from './send.js';

/** The server's answer to a check of a request. */
export interface Checked extends CheckAnswer {
  /** Is it about what is asked now, and no answer to an earlier question? */
  readonly isCurrent: boolean;
}

/** The pause in ms after a change, and that between questions. */
const CHANGE_MS = 150;
const AGAIN_MS = 1_000;

/**
 * Follows what the server says of a request; null = nothing is asked. `key` names the entries of
 * the user: prices that move with the market change the request without a pause.
 */
export const useCheck = (
  ask: (request: TradeRequest) => Promise<TradeCheck>,
  request: TradeRequest | null,
  key: string,
): Checked => {
  const [state, setState] = useState<CheckAnswer & { readonly key: string }>({
    check: null,
    refusal: null,
    key: '',
  });
  const newest = useRef(request);
  newest.current = request;
  const isAsked = request !== null;
  useEffect(() => {
    if (!isAsked) return undefined;
    let isOver = false;
    let timer = 0;
    const run = async (): Promise<void> => {
      const asked = newest.current;
      if (asked !== null) {
        const answer = await checkOnce(ask, asked);
        if (isOver) return;
        setState({ ...answer, key });
      }
      timer = window.setTimeout(run, AGAIN_MS);
    };
    timer = window.setTimeout(run, CHANGE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [key, isAsked]);
  if (!isAsked) return { check: null, refusal: null, isCurrent: false };
  return { ...state, isCurrent: state.key === key };
};
