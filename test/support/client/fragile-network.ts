// Sockets whose connections a test cuts, and whose frames it loses on the way.

import WebSocket from 'ws';
import type { OpenSocket, WebSocketLike } from '../../../client/session/platform.js';

/** A frame of either side, as far as tests choose by it. */
export interface PassingFrame {
  readonly id?: number;
  readonly op?: string;
  readonly event?: string;
  readonly data?: unknown;
}

/** The network between one client and the server, in JSON. */
export class FragileNetwork {
  /** Every request that the client sent, those that were lost too. */
  readonly sent: PassingFrame[] = [];
  /** Is a request lost? */
  losesRequest: (frame: PassingFrame) => boolean = () => false;
  /** Is an answer or an event lost? */
  losesFrame: (frame: PassingFrame) => boolean = () => false;
  #newest: WebSocket | undefined;

  /** Opens sockets of this network: an option of the client. */
  readonly openSocket: OpenSocket = (url, protocols, headers) => {
    const ws = new WebSocket(url, protocols, { headers: { ...headers } });
    this.#newest = ws;
    const like: WebSocketLike = {
      binaryType: 'arraybuffer',
      onopen: null,
      onmessage: null,
      onclose: null,
      onerror: null,
      get bufferedAmount() {
        return ws.bufferedAmount;
      },
      send: (frame) => {
        const request = JSON.parse(String(frame)) as PassingFrame;
        this.sent.push(request);
        if (!this.losesRequest(request)) ws.send(frame);
      },
      close: (code, reason) => ws.close(code, reason),
    };
    ws.onopen = () => like.onopen?.();
    ws.onerror = (event) => like.onerror?.(event);
    ws.onclose = ({ code, reason }) => like.onclose?.({ code, reason });
    ws.onmessage = ({ data }) => {
      if (!this.losesFrame(JSON.parse(String(data)) as PassingFrame)) like.onmessage?.({ data });
    };
    return like;
  };

  /** Cuts the connection without a word. */
  cut(): void {
    this.#newest?.terminate();
  }

  /** The requests of an operation that were sent. */
  asked(op: string): readonly PassingFrame[] {
    return this.sent.filter((frame) => frame.op === op);
  }
}
